import { CalendarClock, CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatShortDate } from '@/shared/format/format-date.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Badge } from '@/shared/ui/badge.tsx';
import { Truncated } from '@/shared/ui/truncated.tsx';
import { isDue, type ListedLead } from '../model/lead-filters.ts';
import { Stars } from './rating-field.tsx';

/** Tags that find room in a row. */
const SHOWN_TAGS = 3;

interface LeadRowProps {
  lead: ListedLead;
  /** The notes are not on the server yet. */
  waiting: boolean;
  today: string;
  onOpen: () => void;
}

/** A person met, with a summary of the notes. The whole row opens the notes. */
export function LeadRow({ lead, waiting, today, onOpen }: LeadRowProps) {
  const { t, i18n } = useTranslation();
  const { name, company, rating, status, tags, note, follow_up_on: day } = lead;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-lead-row
      onClick={onOpen}
      className="grid min-h-18 w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 px-4 py-3 text-start transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
    >
      <Avatar name={name} url={lead.avatar_url} className="mt-0.5 size-10 text-xs" />
      <span className="grid min-w-0 grid-cols-1 gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span dir="auto" className="page-aligned wrap-anywhere min-w-0 font-semibold">
            {name || t('chat.someone')}
          </span>
          <Stars rating={rating} />
          {status !== 'new' && (
            <Badge tone={status === 'won' ? 'success' : status === 'lost' ? 'neutral' : 'primary'}>
              {t(`leads.statuses.${status}`)}
            </Badge>
          )}
          {waiting && (
            <CloudUpload
              role="img"
              aria-label={t('leads.waitingSign')}
              className="size-4 shrink-0 text-ink-soft"
            />
          )}
        </span>
        {company && <Truncated className="text-ink-soft text-sm">{company}</Truncated>}
        {note && (
          <span dir="auto" className="page-aligned wrap-anywhere line-clamp-2 text-sm">
            {note}
          </span>
        )}
        {(day || tags.length > 0) && (
          <span className="mt-0.5 flex flex-wrap items-center gap-1.5">
            {day && (
              <Badge tone={isDue(lead, today) ? 'accent' : 'neutral'}>
                <CalendarClock aria-hidden="true" className="size-3.5" />
                {formatShortDate(`${day}T00:00`, i18n.language)}
              </Badge>
            )}
            {tags.slice(0, SHOWN_TAGS).map((tag) => (
              <Badge key={tag} className="max-w-40">
                <Truncated>{tag}</Truncated>
              </Badge>
            ))}
            {tags.length > SHOWN_TAGS && (
              <span className="text-ink-soft text-xs">{`+${tags.length - SHOWN_TAGS}`}</span>
            )}
          </span>
        )}
      </span>
    </button>
  );
}
