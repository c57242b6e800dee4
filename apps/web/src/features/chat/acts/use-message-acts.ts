import type { Reaction } from '@dragoman/domain/message-acts';
import { TRANSLATE_MESSAGES } from '@dragoman/domain/translation/translate-failures';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { applyMessageChange, type MessageHistory, restoreMessage } from '../model/message-history.ts';
import { type Reactions, withReaction } from '../model/reactions.ts';
import type { TranslateOutcome } from '../translation/outgoing-translations.ts';
import type { ViewerTranslations } from '../translation/viewer-translations.ts';
import { saveReaction } from './reactions-query.ts';

/** Acts on a message that need the server. Without a connection a toast says so. */
export interface MessageActs {
  /** Puts the viewer's sign on a message; null takes it back. */
  react: (messageId: string, reaction: Reaction | null) => void;
  /** Deletes a message for the viewer alone. */
  hide: (message: ChatMessage) => void;
  /** Replaces the viewer's translation by that of another provider. */
  translateOther: (message: ChatMessage) => void;
}

/** The same object as long as the chat, the viewer and their language are the same. */
export function useMessageActs(
  chatId: string,
  viewerId: string,
  viewerTranslations: ViewerTranslations,
): MessageActs {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMemo(() => {
    function change(update: (history: MessageHistory) => MessageHistory): void {
      queryClient.setQueryData<MessageHistory>(
        chatKeys.messageHistory(chatId),
        (history) => history && update(history),
      );
    }
    const showReaction = (row: Parameters<typeof withReaction>[1]) =>
      queryClient.setQueryData<Reactions>(chatKeys.reactions(chatId), (known) =>
        withReaction(known ?? new Map(), row),
      );

    async function react(message_id: string, reaction: Reaction | null): Promise<void> {
      const before = queryClient
        .getQueryData<Reactions>(chatKeys.reactions(chatId))
        ?.get(message_id)
        ?.find(({ profile_id }) => profile_id === viewerId);
      // Older than every answer of the server, so that the answer replaces it.
      const changed_at = before?.changed_at ?? new Date(0).toISOString();
      showReaction({ message_id, profile_id: viewerId, reaction, changed_at });
      try {
        showReaction(await saveReaction(supabase, message_id, viewerId, reaction));
      } catch (error) {
        showReaction(before ?? { message_id, profile_id: viewerId, reaction: null, changed_at });
        // Row-level security refuses it, as after a block.
        const isRefused = errorCode(error) === '42501';
        toast.error(t(isRefused ? 'chat.acts.reactRefused' : 'chat.acts.reactFailed'), {
          id: 'react-failed',
        });
      }
    }

    async function hide(shown: ChatMessage): Promise<void> {
      // As it is kept: what is shown may carry a translation of this device.
      const message =
        queryClient
          .getQueryData<MessageHistory>(chatKeys.messageHistory(chatId))
          ?.messages.find(({ id }) => id === shown.id) ?? shown;
      const row = { profile_id: viewerId, message_id: message.id };
      change((history) => applyMessageChange(history, { kind: 'delete', id: message.id, committedAt: 0 }));
      queryClient.setQueryData(chatKeys.quoted(message.id), null);
      const { error } = await supabase
        .from('hidden_messages')
        .upsert(row, { onConflict: 'profile_id,message_id', ignoreDuplicates: true });
      if (error) {
        change((history) => restoreMessage(history, message));
        toast.error(t('chat.acts.deleteFailed'), { id: 'delete-failed' });
        return;
      }
      listChanged();
      toast(t('chat.acts.deleted'), {
        action: { label: t('chat.undo'), onClick: () => void bringBack(message) },
      });
    }

    async function bringBack(message: ChatMessage): Promise<void> {
      const row = { profile_id: viewerId, message_id: message.id };
      const { error } = await supabase.from('hidden_messages').delete().match(row);
      if (error) {
        toast.error(t('chat.acts.undoFailed'), { id: 'delete-failed' });
        return;
      }
      change((history) => restoreMessage(history, message));
      listChanged();
    }

    function listChanged(): void {
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(viewerId) });
    }

    async function translateOther(message: ChatMessage): Promise<void> {
      const { translation_engine: provider } = message;
      if (!provider) return;
      const id = 'translate-other';
      toast(t('chat.translating'), { id });
      const outcome = await viewerTranslations.translateOther(message, provider);
      if (outcome.kind === 'translated') toast.success(t('chat.acts.otherDone'), { id });
      else toast.error(t(reasonOf(outcome)), { id });
    }

    return {
      react: (messageId, reaction) => void react(messageId, reaction),
      hide: (message) => void hide(message),
      translateOther: (message) => void translateOther(message),
    };
  }, [supabase, queryClient, chatId, viewerId, viewerTranslations, t]);
}

function reasonOf(outcome: Exclude<TranslateOutcome, { kind: 'translated' }>) {
  if (outcome.kind === 'unreachable') return 'chat.acts.otherUnreachable';
  const { failure } = outcome;
  if (failure.kind === 'limited') return 'chat.acts.otherLimited';
  const isWithout = failure.kind === 'server' && failure.message === TRANSLATE_MESSAGES.noEngine;
  return isWithout ? 'chat.acts.otherNone' : 'chat.acts.otherFailed';
}
