import { chatPath } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { counterpartIn } from '@/entities/chat/chat-list-item.ts';
import { RequestActions } from '@/entities/chat/request-actions.tsx';
import { useRequests } from '@/entities/chat/requests.ts';
import type { ChatListItem, Profile } from '@/shared/api/database-types.ts';
import { formatAgo } from '@/shared/format/format-date.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { LastMessageLine } from './last-message-line.tsx';

/** A vendor's requests, above the chats; renders nothing without any. */
export function RequestList({ me }: { me: Profile }) {
  const { t } = useTranslation();
  const now = useNow();
  const requests = useRequests(me).data ?? [];
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests-title" className="mb-6">
      <h2 id="requests-title" className="text-lg">
        {t('trust.requestsTitle')}
        <span className="font-normal text-ink-soft tabular-nums"> · {requests.length}</span>
      </h2>
      <p className="mt-1 text-ink-soft text-sm">{t('trust.requestsText')}</p>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
        {requests.map((chat) => (
          <RequestCard key={chat.id} chat={chat} me={me} now={now} />
        ))}
      </ul>
    </section>
  );
}

function RequestCard({ chat, me, now }: { chat: ChatListItem; me: Profile; now: number }) {
  const { t, i18n } = useTranslation();
  const person = counterpartIn(chat, me.role);
  const name = person?.name || t('chat.someone');
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed border-line-strong/60 bg-surface p-4">
      <Avatar name={person?.name} url={person?.avatar_url} />
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-base">
          {/* The whole card opens the chat. */}
          <Link
            to={chatPath(chat.id)}
            dir="auto"
            className="wrap-anywhere line-clamp-2 page-aligned after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary"
          >
            {name}
          </Link>
        </h3>
        {person?.company && (
          <p dir="auto" className="wrap-anywhere line-clamp-2 page-aligned text-ink-soft text-sm">
            {person.company}
          </p>
        )}
        <LastMessageLine chat={chat} me={me} long />
        {chat.requested_at && (
          <p className="mt-1 text-ink-soft text-xs">{formatAgo(chat.requested_at, i18n.language, now)}</p>
        )}
      </div>
      {person && <RequestActions chatId={chat.id} person={{ id: person.id, name }} />}
    </li>
  );
}
