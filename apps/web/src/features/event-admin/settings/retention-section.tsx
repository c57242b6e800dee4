import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Input } from '@/shared/ui/form/input.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { type EventSettings, oldChatsQuery, settingsQuery } from '../api/dashboard.ts';
import { ConflictNotice, Section } from '../components/section.tsx';
import { useAdminAction } from '../components/use-admin-action.ts';

const LONGEST_DAYS = 3650;
/** Half a year: long enough for following up on a fair. */
const SUGGESTED_DAYS = '180';

/** The time that chats are kept, with the chats that a change would delete. */
export function RetentionSection() {
  const { t } = useTranslation();
  const query = useQuery(settingsQuery(useQueryClient()));
  return (
    <Section id="retention" title={t('organiser.retention.title')} text={t('organiser.retention.text')}>
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-32" />}
        isEmpty={() => false}
        empty={null}
      >
        {({ retentionDays }) => <RetentionForm key={retentionDays.revision} setting={retentionDays} />}
      </QueryView>
    </Section>
  );
}

function RetentionForm({ setting }: { setting: EventSettings['retentionDays'] }) {
  const { t } = useTranslation();
  const { value: current, revision } = setting;
  const [limited, setLimited] = useState(current > 0);
  const [typed, setTyped] = useState(current > 0 ? String(current) : SUGGESTED_DAYS);
  const [wrong, setWrong] = useState(false);
  const { run, busy, conflict, loadAgain } = useAdminAction(['settings']);
  const id = useId();
  const days = wholeDays(typed);
  const chosen = limited ? days : 0;
  const changed = chosen !== null && chosen !== current;
  const deletes = useDeletion(useDeferredValue(changed && limited ? days : null));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setWrong(chosen === null);
    if (chosen === null) return;
    const body = { value: chosen, seen: revision };
    if (await run('/settings/retention', { method: 'PUT', body })) toast.success(t('organiser.saved'));
  }

  return (
    <form noValidate className="grid justify-items-start gap-4" onSubmit={(event) => void submit(event)}>
      <p className="font-semibold text-sm">
        {current === 0
          ? t('organiser.retention.current')
          : t('organiser.retention.currentDays', { count: current })}
      </p>
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t('organiser.retention.title')}</legend>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={id}
            checked={!limited}
            onChange={() => setLimited(false)}
            className="size-4 accent-primary"
          />
          {t('organiser.retention.forever')}
        </label>
        <div className="flex flex-wrap items-center gap-x-3">
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={id}
              checked={limited}
              onChange={() => setLimited(true)}
              className="size-4 accent-primary"
            />
            {t('organiser.retention.days')}
          </label>
          <span className="flex items-center gap-2">
            <Input
              aria-label={`${t('organiser.retention.days')} (${t('organiser.retention.unit')})`}
              aria-invalid={wrong && days === null ? true : undefined}
              aria-describedby={`${id}-note`}
              inputMode="numeric"
              dir="ltr"
              maxLength={4}
              className="w-24 text-center tabular-nums"
              value={typed}
              onFocus={() => setLimited(true)}
              onChange={(event) => setTyped(event.target.value)}
            />
            <span aria-hidden="true">{t('organiser.retention.unit')}</span>
          </span>
        </div>
      </fieldset>
      <div id={`${id}-note`} role="status" className="text-sm">
        {limited && days === null ? (
          <p className="text-danger">{t('organiser.retention.range', { count: 1, max: LONGEST_DAYS })}</p>
        ) : (
          deletes.text && <p className={deletes.any ? 'text-danger' : 'text-ink-soft'}>{deletes.text}</p>
        )}
      </div>
      {conflict && <ConflictNotice onLoadAgain={() => void loadAgain()} />}
      <Button type="submit" variant={deletes.any ? 'danger' : 'primary'} busy={busy} disabled={!changed}>
        {t(deletes.any ? 'organiser.retention.confirm' : 'organiser.save')}
      </Button>
    </form>
  );
}

/**
 * Describes the chats that a number of days would delete now.
 * @param days null: no query
 */
function useDeletion(days: number | null): { any: boolean; text: string | null } {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...oldChatsQuery(queryClient, days ?? 1),
    enabled: days !== null,
    placeholderData: keepPreviousData,
  });
  if (days === null) return { any: false, text: null };
  if (query.isError) return { any: false, text: t('organiser.retention.countFailed') };
  if (!query.data) return { any: false, text: t('organiser.retention.counting') };
  const { chats, messages } = query.data;
  if (chats === 0) return { any: false, text: t('organiser.retention.nothing') };
  const number = new Intl.NumberFormat(intlLocale(i18n.language)).format(messages);
  return { any: true, text: t('organiser.retention.wouldDelete', { count: chats, messages: number }) };
}

/** @returns null when it is no number of days that may be */
function wholeDays(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,4}$/.test(text)) return null;
  const days = Number(text);
  return days >= 1 && days <= LONGEST_DAYS ? days : null;
}
