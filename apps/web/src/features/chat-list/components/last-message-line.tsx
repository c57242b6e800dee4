import { useTranslation } from 'react-i18next';
import { isOwnMessage } from '@/entities/chat/chat-list-item.ts';
import { messagePreview } from '@/entities/chat/message-preview.ts';
import type { ChatListItem, Profile } from '@/shared/api/database-types.ts';
import { cn } from '@/shared/ui/cn.ts';

interface LastMessageLineProps {
  chat: ChatListItem;
  me: Profile;
  /** Up to three lines, where the user decides by them; else one. */
  long?: boolean;
}

/**
 * The last message of a session, and whose it was; in the reader's language where it was
 * translated.
 */
export function LastMessageLine({ chat, me, long = false }: LastMessageLineProps) {
  const { t } = useTranslation();
  const message = chat.last_message;
  if (!message) return null;
  return (
    <p
      // A full-width colon brings its own space.
      className={cn(
        'mt-1 flex gap-1 text-sm [&:lang(zh)]:gap-0',
        chat.unread_count > 0 ? 'font-semibold' : 'text-ink-soft',
      )}
    >
      {isOwnMessage(chat, message, me.id) && <span className="shrink-0">{t('sessions.you')}</span>}
      <span
        dir="auto"
        className={cn('min-w-0', long ? 'wrap-anywhere line-clamp-3 page-aligned' : 'truncate')}
      >
        {messagePreview(message, me.language, t)}
      </span>
    </p>
  );
}
