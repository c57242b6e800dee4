import { dashboardPath } from '@dragoman/domain/routes';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { openLeadPanel } from '@/entities/lead/lead-panel.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { formatShortDate } from '@/shared/format/format-date.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Truncated } from '@/shared/ui/truncated.tsx';
import { useDueLeads } from '../api/due-leads.ts';

/** Follow-ups due today; renders nothing without any. */
export function DueToday({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation();
  const due = useDueLeads(useBoothId(profile)).data;
  if (!due || due.people.length === 0) return null;
  return (
    <section
      aria-labelledby="due-title"
      className="mb-4 animate-fade overflow-hidden rounded-card border bg-surface"
    >
      <h2
        id="due-title"
        className="flex items-center gap-2 bg-sunken px-4 py-2.5 font-semibold text-sm sm:px-5"
      >
        <CalendarClock aria-hidden="true" className="size-4.5 text-primary" />
        <span>
          {t('leads.dueTitle')}
          {due.count > 1 && <span className="font-normal tabular-nums"> · {due.count}</span>}
        </span>
      </h2>
      <ul>
        {due.people.map((person) => (
          <li key={person.person_id} className="border-t">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openLeadPanel({ ...person, id: person.person_id })}
              className="flex min-h-16 w-full flex-wrap items-center gap-x-3.5 gap-y-1 max-xs:justify-between px-4 py-3 text-start transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
            >
              <Avatar name={person.name} url={person.avatar_url} />
              <span className="min-w-0 flex-1 xs:basis-32 max-xs:order-last max-xs:basis-full">
                <Truncated className="font-semibold">{person.name || t('chat.someone')}</Truncated>
                {person.company && <Truncated className="text-ink-soft text-sm">{person.company}</Truncated>}
              </span>
              <span className="ms-auto shrink-0 text-ink-soft text-sm">
                {person.follow_up_on === localDay()
                  ? t('leads.today')
                  : formatShortDate(`${person.follow_up_on}T00:00`, i18n.language)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {due.count > due.people.length && (
        <Link
          to={`${dashboardPath(profile.role)}/leads?follow=due`}
          className="flex min-h-11 items-center justify-center border-t px-5 font-semibold text-primary text-sm hover:bg-sunken focus-visible:-outline-offset-2"
        >
          {t('overview.waitingAll', { count: due.count })}
        </Link>
      )}
    </section>
  );
}
