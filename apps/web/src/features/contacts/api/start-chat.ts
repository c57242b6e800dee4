import { counterpartRole } from '@dragoman/domain/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { createChat } from '@/entities/chat/create-chat.ts';
import type { ChatRow, Profile } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { QUOTA_TEXTS, quotaOf } from '@/shared/api/quota.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { toast } from '@/shared/toast/toast.ts';

/** Creates a session with a person from the contacts, both people set (specification 4.5). */
export function useStartChat(me: Pick<Profile, 'id' | 'role'>) {
  const actorId = useBoothId(me);
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  /** Ids of chats that are not known to be there, by contact: another press is another attempt. */
  const tried = useRef(new Map<string, string>());
  const mutation = useSingleMutation({
    mutationFn: (contact: Pick<Profile, 'id'>) => {
      const ids = { [me.role]: actorId, [counterpartRole(me.role)]: contact.id } as Record<
        Profile['role'],
        string
      >;
      const id = tried.current.get(contact.id) ?? newId();
      tried.current.set(contact.id, id);
      return createChat(supabase, { id, vendorId: ids.vendor, visitorId: ids.visitor });
    },
    onSuccess: (_chat, contact) => {
      tried.current.delete(contact.id);
      // Not awaited: the chat is opened at once.
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(me.id) });
    },
    onError: (error) => {
      if (errorCode(error) === 'PT409') {
        // The join was refused: one of the two has blocked the other.
        toast.error(t('common.error'), { description: t('join.closed') });
        return;
      }
      const quota = quotaOf(error);
      if (quota) {
        toast.error(t('common.error'), { description: t(QUOTA_TEXTS[quota]) });
        return;
      }
      // Specification 8.5: only logged, no message to the user.
      console.error('Session creation from contacts failed', error);
    },
  });

  function start(contact: Pick<Profile, 'id'>, onStarted: (chat: ChatRow) => void): void {
    mutation.mutate(contact, { onSuccess: onStarted });
  }

  return { start, startingWith: mutation.isPending ? (mutation.variables?.id ?? null) : null };
}
