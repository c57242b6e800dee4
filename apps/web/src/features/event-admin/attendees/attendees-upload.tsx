import { useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { isSignedOut } from '../api/event-admin-api.ts';
import { type BrokenRows, uploadAttendees } from './attendees.ts';
import { type ListRefusal, listRefusalOf } from './list-refusal.ts';

/** The server's limits. */
const LARGEST_BYTES = 10 * 1024 * 1024;
const MOST_ROWS = 50_000;

/** A file that becomes the list as soon as it is chosen, with the rows that it left out. */
export function AttendeesUpload({ replaces }: { replaces: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ListRefusal | null>(null);
  const [broken, setBroken] = useState<BrokenRows | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file again is a change, too.
    target.value = '';
    if (!file) return;
    setRefusal(null);
    setBroken(null);
    if (file.size > LARGEST_BYTES) return setRefusal({ fault: 'too_large' });
    setBusy(true);
    try {
      const uploaded = await uploadAttendees(queryClient, file);
      setBroken(uploaded.broken);
      toast.success(t('organiser.attendees.uploaded', { count: uploaded.list.count }));
    } catch (failure) {
      // The page asks for the password then.
      if (!isSignedOut(failure)) setRefusal(listRefusalOf(failure));
    } finally {
      setBusy(false);
    }
  }

  const action = busy ? 'reading' : replaces ? 'replace' : 'choose';
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={replaces ? 'secondary' : 'primary'}
        busy={busy}
        aria-describedby={`${id}-note`}
        onClick={() => input.current?.click()}
      >
        <FileSpreadsheet aria-hidden="true" className="size-4.5" />
        {t(`organiser.attendees.${action}`)}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        aria-label={t('organiser.attendees.choose')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => void choose(event)}
      />
      <p
        id={`${id}-note`}
        role={refusal ? 'alert' : undefined}
        className={refusal ? 'max-w-2xl text-danger text-sm' : 'max-w-2xl text-pretty text-ink-soft text-xs'}
      >
        {refusal
          ? t(`organiser.attendees.faults.${refusal.fault}`, { count: refusal.row ?? MOST_ROWS })
          : t('organiser.attendees.hint', { count: MOST_ROWS })}
      </p>
      {broken && broken.count > 0 && <BrokenRowsTable broken={broken} />}
    </div>
  );
}

/** The rows that an upload left out, by number and reason. */
function BrokenRowsTable({ broken: { count, first } }: { broken: BrokenRows }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="mt-2 w-full rounded-control border bg-paper p-4">
      <p className="font-semibold text-sm text-warning">{t('organiser.attendees.broken', { count })}</p>
      <p className="mt-1 text-ink-soft text-sm">{t('organiser.attendees.brokenText')}</p>
      {count > first.length && (
        <p className="text-ink-soft text-sm">
          {t('organiser.attendees.brokenFirst', { count: first.length })}
        </p>
      )}
      {/* It can be scrolled by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
      <ul tabIndex={0} className="mt-3 grid max-h-72 gap-1.5 overflow-y-auto text-sm">
        {first.map(({ row, reason }) => (
          <li key={row} className="grid gap-x-4 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
            <span className="font-semibold tabular-nums">{t('organiser.attendees.row', { count: row })}</span>
            <span>{t(`organiser.attendees.reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
