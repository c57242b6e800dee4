import { chatPath } from '@dragoman/domain/routes';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Truncated } from '../../../components/truncated.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import type { Profile } from '../../../lib/database-types.ts';
import { formatAgo } from '../../../lib/format-date.ts';
import { useRecentChats } from '../api/get-recent-chats.ts';
import { type WaitingChat, waitingChats } from '../model/waiting-chats.ts';

/** More than these would push the rest of the page away; the sessions list has them all. */
const SHOWN = 3;

/** The chats that wait for the user, before any number: a new visitor, a message without an answer. */
export function WaitingForYou({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const chats = useRecentChats(profile);
  // The clock of the last answer, so that drawing the page again changes nothing.
  const waiting = waitingChats(chats.data ?? [], profile, chats.dataUpdatedAt);
  if (waiting.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting-title"
      className="mb-4 animate-fade overflow-hidden rounded-card border border-accent bg-surface"
    >
      <h2 id="waiting-title" className="bg-accent-tint px-5 py-2.5 font-semibold text-sm">
        {t('overview.waitingTitle')}
      </h2>
      <ul>
        {waiting.slice(0, SHOWN).map((chat) => (
          <WaitingRow key={chat.sessionId} chat={chat} now={chats.dataUpdatedAt} />
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ chat, now }: { chat: WaitingChat; now: number }) {
  const { t, i18n } = useTranslation();
  const { name, company, avatar_url } = chat.counterpart;
  return (
    <li className="border-t">
      <Link
        to={chatPath(chat.sessionId)}
        className="flex min-h-16 items-center gap-4 px-5 py-3 transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <Avatar name={name} url={avatar_url} />
        <span className="min-w-0 flex-1">
          <Truncated className="font-semibold">{name}</Truncated>
          {company && <Truncated className="text-ink-soft text-sm">{company}</Truncated>}
          <span className="block text-ink-soft text-sm">
            {chat.reason === 'new' ? t('overview.waitingNew') : t('overview.waitingUnanswered')}
            {' · '}
            {formatAgo(chat.since, i18n.language, now)}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="flip-rtl size-5 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}
