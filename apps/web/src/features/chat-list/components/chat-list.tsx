import { SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMyBooth } from '@/entities/booth/my-booth.ts';
import type { ChatListItem, Profile } from '@/shared/api/database-types.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { Button } from '@/shared/ui/button.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { arrangedChats, type ChatView, chatView, viewSizes } from '../model/chat-filter.ts';
import { ChatCard } from './chat-card.tsx';
import { ChatListTools } from './chat-list-tools.tsx';
import { useListMotion } from './use-list-motion.ts';

/** Fewer sessions than this are seen at a glance. */
const TOOLS_FROM = 6;

/** Cards drawn at a time: a few screens; the browser stays quick with thousands of sessions. */
const SHOWN_AT_ONCE = 60;

/** The sessions, newest activity first; many of them with a search and views. */
export function ChatList({ chats, me }: { chats: readonly ChatListItem[]; me: Profile }) {
  const { t } = useTranslation();
  const now = useNow();
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const view = chatView(params.get('show'));
  const team = useMyBooth(me).data?.team ?? false;
  const wanted = useDeferredValue(query);
  const found = arrangedChats(chats, view, wanted, me, now);
  const shown = found.slice(0, limit);
  const list = useListMotion<HTMLUListElement>(
    shown.map(({ id, last_activity }) => id + last_activity).join(),
    JSON.stringify([view, limit, wanted]),
  );

  function show(next: ChatView) {
    setParams(next === 'all' ? {} : { show: next }, { replace: true });
    setLimit(SHOWN_AT_ONCE);
  }

  return (
    <>
      {(chats.length >= TOOLS_FROM || team || view !== 'all') && (
        <ChatListTools
          query={query}
          onQuery={setQuery}
          view={view}
          onView={show}
          sizes={viewSizes(chats, me, now)}
          team={team}
        />
      )}
      {wanted.trim() && (
        <p role="status" className="mb-3 text-ink-soft text-sm">
          {t('sessions.found', { count: found.length })}
        </p>
      )}
      {found.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={wanted.trim() ? t('sessions.noneFoundTitle') : t('sessions.noneInViewTitle')}
          text={wanted.trim() ? t('sessions.noneFoundText') : t('sessions.noneInViewText')}
        >
          <Button
            variant="secondary"
            onClick={() => {
              setQuery('');
              show('all');
            }}
          >
            {t('sessions.showAll')}
          </Button>
        </EmptyState>
      )}
      <ul ref={list} className="relative grid grid-cols-[minmax(0,1fr)] gap-3">
        {shown.map((chat) => (
          <ChatCard key={chat.id} chat={chat} me={me} now={now} />
        ))}
      </ul>
      <ShowMore shown={shown.length} count={found.length} onMore={() => setLimit(limit + SHOWN_AT_ONCE)} />
    </>
  );
}
