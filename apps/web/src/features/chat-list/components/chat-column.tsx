import { chatPath, chatsPath } from '@dragoman/domain/routes';
import { QrCode } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { counterpartIn, isNewVisitor, nameWhileOpen } from '@/entities/chat/chat-list-item.ts';
import { useChatList } from '@/entities/chat/chat-list-query.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { ChatListItem, Profile } from '@/shared/api/database-types.ts';
import { formatAgo } from '@/shared/format/format-date.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { UnseenBadge } from '@/shared/layout/unseen-badge.tsx';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Badge } from '@/shared/ui/badge.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { arrangedChats } from '../model/chat-filter.ts';
import { LastMessageLine } from './last-message-line.tsx';

/** Fewer chats than this are seen at a glance. */
const SEARCH_FROM = 6;
/** Rows drawn at a time: a few screens; the chat stays quick with thousands of others. */
const SHOWN_AT_ONCE = 40;

/** The user's chats beside the open one, newest activity first; empty until they have loaded. */
export function ChatColumn() {
  const profile = useProfile().data;
  return profile ? <ChatColumnOf me={profile} /> : null;
}

function ChatColumnOf({ me }: { me: Profile }) {
  const { t } = useTranslation();
  const now = useNow();
  const chats = useChatList(me).data;
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const wanted = useDeferredValue(query);
  if (!chats) return null;
  const found = arrangedChats(chats, 'all', wanted, me, now);
  return (
    <nav aria-label={t('nav.chats')} className="flex h-full animate-fade flex-col">
      <div className="grid gap-3 border-b px-4 py-2.5">
        <Link
          to={chatsPath(me.role)}
          className="inline-flex min-h-11 items-center font-semibold text-lg hover:text-primary"
        >
          {t('nav.chats')}
        </Link>
        {chats.length >= SEARCH_FROM && (
          <SearchField
            label={t('sessions.search')}
            hint={t('sessions.searchHint')}
            clearLabel={t('contacts.clearSearch')}
            value={query}
            onChange={setQuery}
          />
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {found.length === 0 && (
          <p role="status" className="px-3 py-4 text-ink-soft text-sm">
            {t('sessions.noneFoundTitle')}
          </p>
        )}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {found.slice(0, limit).map((chat) => (
            <ChatRow key={chat.id} chat={chat} me={me} now={now} />
          ))}
        </ul>
        <ShowMore
          shown={Math.min(limit, found.length)}
          count={found.length}
          onMore={() => setLimit(limit + SHOWN_AT_ONCE)}
        />
      </div>
    </nav>
  );
}

function ChatRow({ chat, me, now }: { chat: ChatListItem; me: Profile; now: number }) {
  const { t, i18n } = useTranslation();
  const counterpart = counterpartIn(chat, me.role);
  const open = me.role === 'vendor' && chat.visitor_id === null;
  return (
    <li>
      <NavLink
        to={chatPath(chat.id)}
        className={({ isActive }) =>
          cn(
            'flex items-center gap-3 rounded-control px-3 py-2.5 transition-colors duration-150',
            isActive ? 'bg-primary-tint' : 'hover:bg-line/50',
          )
        }
      >
        {open ? (
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-surface text-ink-soft">
            <QrCode aria-hidden="true" className="size-5" />
          </span>
        ) : (
          <Avatar name={counterpart?.name} url={counterpart?.avatar_url} />
        )}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className="min-w-0 flex-1 truncate page-aligned font-semibold text-sm">
              {counterpart?.name || t(nameWhileOpen(chat))}
            </span>
            <time dateTime={chat.last_activity} className="shrink-0 text-ink-soft text-xs tabular-nums">
              {formatAgo(chat.last_activity, i18n.language, now)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              {chat.last_message ? (
                <LastMessageLine chat={chat} me={me} />
              ) : (
                <span dir="auto" className="block truncate page-aligned text-ink-soft text-sm">
                  {open ? t('sessions.open') : counterpart?.company || t('sessions.noCompany')}
                </span>
              )}
            </span>
            {isNewVisitor(chat, me.role) && <Badge tone="accent">{t('sessions.newVisitor')}</Badge>}
            <UnseenBadge
              count={chat.unread_count}
              label={t('sessions.unread', { count: chat.unread_count })}
            />
          </span>
        </span>
      </NavLink>
    </li>
  );
}
