import { isPictureName } from '@dragoman/domain/chat-attachments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import type { ChatMessage, MessageSender } from '../model/chat-message.ts';
import { messageBody } from '../model/message-body.ts';
import type { TimelineRow } from '../model/timeline.ts';

interface NewMessageAnnouncerProps {
  rows: readonly TimelineRow[];
  /** Whether the server has said what there is. */
  isLoaded: boolean;
  ownId: string;
  senderOf: (message: ChatMessage) => MessageSender | null;
}

/**
 * Says to screen readers what others write while the chat is open: the message when it comes, its
 * translation when that comes later. The list itself keeps silent, as rows enter and leave it with
 * every scroll.
 */
export function NewMessageAnnouncer({ rows, isLoaded, ownId, senderOf }: NewMessageAnnouncerProps) {
  const { t } = useTranslation();
  const origin = useBackend().config.supabaseUrl;
  const newest = rows.findLast(({ message }) => message.sender_id !== ownId)?.message;
  /**
   * The newest message of others when the chat opened, which is not news; undefined until that is
   * known.
   */
  const [known, setKnown] = useState<string | null>();
  if (isLoaded && known === undefined) setKnown(newest?.id ?? null);
  const isNews = newest !== undefined && known !== undefined && newest.id !== known;
  const translated = newest?.translated_content;

  function words(message: ChatMessage): string {
    const body = messageBody(message, origin);
    if (body.kind === 'voice') return message.transcript || t('chat.audio');
    if (body.kind !== 'file') return message.content;
    const { name } = body.file;
    const file = isPictureName(name) ? t('chat.attach.picture') : (message.file_name ?? name);
    return message.transcript ? `${file}: ${message.transcript}` : file;
  }

  return (
    <p role="status" className="sr-only">
      {isNews && (
        <>
          <bdi>{senderOf(newest)?.name || t('chat.someone')}</bdi>:{' '}
          <bdi lang={(translated ? newest.target_language : newest.source_language) ?? undefined}>
            {translated ?? words(newest)}
          </bdi>
          {newest.product?.price && <bdi>{` ${t('catalogue.price')}: ${newest.product.price}`}</bdi>}
          {newest.product?.minimum_quantity && (
            <bdi>{` ${t('catalogue.minimum')}: ${newest.product.minimum_quantity}`}</bdi>
          )}
        </>
      )}
    </p>
  );
}
