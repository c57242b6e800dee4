import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { LoadingText } from '@/shared/ui/status/loading-text.tsx';
import { shareSteps } from './card-fields.ts';
import { useShareHistory } from './card-shares.ts';
import { useFieldNames } from './field-names.ts';

/** The history of shared and withdrawn cards; loaded when opened. */
export function SharingHistory({ personId }: { personId: string | null }) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useShareHistory(personId, open);
  const names = useFieldNames();
  const time = new Intl.DateTimeFormat(intlLocale(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <details className="group border-t pt-2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-sm">
        {t('sharing.history')}
        <ChevronDown
          aria-hidden="true"
          className="ms-auto size-4.5 text-ink-soft transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      {!data && open && <LoadingText text={t('sharing.historyLoading')} />}
      {data?.length === 0 && <p className="text-ink-soft text-sm">{t('sharing.historyNone')}</p>}
      <ol className="grid gap-2 text-sm">
        {shareSteps(data ?? [], personId !== null).map(({ id, at, kind, fields }) => (
          <li key={id}>
            <span className="wrap-anywhere block">
              {kind === 'everyone'
                ? t('sharing.everyone')
                : fields.length === 0
                  ? t('sharing.exchangedNone')
                  : t(`sharing.${kind}`, { fields: names(fields) })}
            </span>
            <time dateTime={at} className="text-ink-soft text-xs">
              {time.format(new Date(at))}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}
