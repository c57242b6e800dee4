import { chatPath, dashboardPath } from '@dragoman/domain/routes';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useChatList } from '@/entities/chat/chat-list-query.ts';
import { type UnansweredChat, unansweredChats } from '@/entities/chat/unanswered-chats.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { formatAgo } from '@/shared/format/format-date.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Truncated } from '@/shared/ui/truncated.tsx';

/** More than these would push the rest of the page away; the sessions list has them all. */
const SHOWN = 4;

/**
 * The chats that wait for the user, before any number: a new visitor, a message without an answer.
 */
export function WaitingForYou({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const now = useNow();
  const chats = useChatList(profile).data;
  const waiting = unansweredChats(chats ?? [], profile, now);
  if (waiting.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting-title"
      className="mb-4 animate-fade overflow-hidden rounded-card border border-accent bg-surface"
    >
      <h2 id="waiting-title" className="bg-accent-tint px-4 py-2.5 sm:px-5 font-semibold text-sm">
        {t('overview.waitingTitle')}
        {waiting.length > 1 && <span className="font-normal tabular-nums"> · {waiting.length}</span>}
      </h2>
      <ul>
        {waiting.slice(0, SHOWN).map((chat) => (
          <WaitingRow key={chat.chatId} chat={chat} now={now} />
        ))}
      </ul>
      {waiting.length > SHOWN && (
        <Link
          to={`${dashboardPath(profile.role)}/sessions?show=waiting`}
          className="flex min-h-11 items-center justify-center border-t px-5 font-semibold text-primary text-sm hover:bg-sunken focus-visible:-outline-offset-2"
        >
          {t('overview.waitingAll', { count: waiting.length })}
        </Link>
      )}
    </section>
  );
}

function WaitingRow({ chat, now }: { chat: UnansweredChat; now: number }) {
  const { t, i18n } = useTranslation();
  const { name, company, avatar_url } = chat.counterpart;
  return (
    <li className="border-t">
      <Link
        to={chatPath(chat.chatId)}
        className="flex min-h-16 items-center gap-3.5 max-xs:flex-wrap max-xs:justify-between px-4 py-3 sm:px-5 transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <Avatar name={name} url={avatar_url} />
        <span className="min-w-0 flex-1 max-xs:order-last max-xs:basis-full">
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
