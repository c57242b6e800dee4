import { chatPath, dashboardPath } from '@dragoman/domain/routes';
import { Hourglass, MessageCircle, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { counterpartIn, isNewVisitor, nameWhileOpen } from '@/entities/chat/chat-list-item.ts';
import { unansweredChat } from '@/entities/chat/unanswered-chats.ts';
import type { ChatListItem, Profile } from '@/shared/api/database-types.ts';
import { formatDateTime, formatElapsed } from '@/shared/format/format-date.ts';
import { UnseenBadge } from '@/shared/layout/unseen-badge.tsx';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { LastMessageLine } from './last-message-line.tsx';

interface ChatCardProps {
  chat: ChatListItem;
  me: Profile;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * One session: the counterpart, the last words and how many of them are unread, and the way into
 * the chat.
 */
export function ChatCard({ chat, me, now }: ChatCardProps) {
  const { t, i18n } = useTranslation();
  const { role } = me;
  const counterpart = counterpartIn(chat, role);
  const open = role === 'vendor' && chat.visitor_id === null;
  const name = counterpart?.name || t(nameWhileOpen(chat));
  const waiting = unansweredChat(chat, me, now);
  const unread = chat.unread_count;
  const isNew = isNewVisitor(chat, role);
  const { blocked } = chat;
  return (
    <li
      data-row={chat.id}
      data-stamp={chat.last_activity}
      className={cn(
        'relative flex min-w-0 items-center gap-x-4 gap-y-3 rounded-card border bg-surface p-4',
        open ? 'flex-wrap' : 'max-[22.5rem]:flex-wrap max-[22.5rem]:justify-between',
      )}
    >
      {open ? (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
          <QrCode aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <Avatar name={counterpart?.name} url={counterpart?.avatar_url} />
      )}
      <div
        className={cn(
          'min-w-0 flex-1',
          open ? 'basis-40' : 'min-[22.5rem]:basis-40 max-[22.5rem]:order-last max-[22.5rem]:basis-full',
        )}
      >
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base">
          {/* The count stays beside the name, however long that is. */}
          <span className="flex min-w-0 items-center gap-2.5">
            <span dir="auto" className="wrap-anywhere line-clamp-2 min-w-0 page-aligned">
              {name}
            </span>
            <UnseenBadge
              count={unread}
              label={t('sessions.unread', { count: unread })}
              className="shrink-0"
            />
          </span>
          {open && <Badge tone="accent">{t('sessions.open')}</Badge>}
          {blocked && <Badge>{t('trust.blockedBadge')}</Badge>}
          {chat.request_state === 'waiting' && chat.requested_at && <Badge>{t('trust.waitingBadge')}</Badge>}
          {chat.request_state === 'declined' && <Badge>{t('trust.notAcceptedBadge')}</Badge>}
          {isNew && <Badge tone="accent">{t('sessions.newVisitor')}</Badge>}
        </h2>
        <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-soft page-aligned text-sm">
          {counterpart?.company || t('sessions.noCompany')}
        </p>
        <LastMessageLine chat={chat} me={me} />
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-soft text-xs tabular-nums">
          <time dateTime={chat.created_at}>{formatDateTime(chat.created_at, i18n.language)}</time>
          {chat.assignee && (
            <span>
              {chat.assignee.id === me.id
                ? t('teamChat.youAnswer')
                : t('teamChat.answers', { name: chat.assignee.name ?? t('teamChat.colleague') })}
            </span>
          )}
          {waiting && (
            <span className="inline-flex items-center gap-1 font-semibold text-warning">
              <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
              {t('sessions.waitingFor', { time: formatElapsed(waiting.since, i18n.language, now) })}
            </span>
          )}
        </p>
      </div>
      <div className={cn('flex gap-2', open && 'max-sm:w-full')}>
        {open && (
          // Above the target of the chat, which is the whole card.
          <Button asChild variant="secondary" className="relative z-1 max-sm:flex-1">
            <Link to={`${dashboardPath('vendor')}/qr-codes?session=${chat.id}`}>{t('sessions.showQr')}</Link>
          </Button>
        )}
        <Button
          asChild
          variant={open ? 'ghost' : 'primary'}
          className="max-sm:w-11 max-sm:px-0 after:absolute after:inset-0 after:rounded-card"
        >
          <Link to={chatPath(chat.id)} aria-label={t('sessions.chatWith', { name })}>
            <MessageCircle aria-hidden="true" className="size-4.5" />
            <span className="max-sm:sr-only">{t('sessions.chat')}</span>
          </Link>
        </Button>
      </div>
    </li>
  );
}
