import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { LoadingText } from '@/shared/ui/status/loading-text.tsx';
import { useProfile } from '../profile/profile-query.ts';
import { filledFields } from './card-fields.ts';
import { useChooseShare, useWithheld } from './card-shares.ts';
import { FieldValue } from './field-value.tsx';

/**
 * A switch for each field of the user's card that has a value; it saves at once.
 * @param personId null for the default for future contacts
 */
export function ShareSwitches({ personId, label }: { personId: string | null; label: string }) {
  const { t } = useTranslation();
  const { data: me } = useProfile();
  const { data: withheld, isError, refetch } = useWithheld(personId);
  const choose = useChooseShare(personId);
  if (isError && !withheld) {
    return (
      <Alert tone="danger">
        {t('sharing.loadFailed')}
        <Button variant="secondary" className="mt-2" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </Alert>
    );
  }
  if (!me || !withheld) return <LoadingText text={t('sharing.loading')} />;
  const fields = filledFields(me);
  if (fields.length === 0) return <p className="text-sm">{t('sharing.nothing')}</p>;
  const shared = fields.filter((field) => !withheld.includes(field));
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-1 divide-y">
        {fields.map((field) => (
          <label
            key={field}
            // The highlight is wider than the row, so that its texts and lines align with those
            // above and below.
            className="relative isolate flex min-h-12 cursor-pointer items-center gap-3 py-1.5 before:absolute before:-inset-x-2 before:inset-y-0 before:-z-1 before:rounded-control hover:before:bg-sunken has-focus-visible:before:outline-2 has-focus-visible:before:outline-primary"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold text-sm">{t(`profileForm.${field}`)}</span>
              <span className="wrap-anywhere block text-ink-soft text-xs">
                <FieldValue field={field}>{me[field] ?? ''}</FieldValue>
              </span>
            </span>
            <input
              type="checkbox"
              role="switch"
              aria-checked={!withheld.includes(field)}
              checked={!withheld.includes(field)}
              onChange={({ target }) =>
                choose.mutate(target.checked ? { share: [field] } : { withhold: [field] })
              }
              className="peer sr-only"
            />
            <span
              aria-hidden="true"
              className="relative h-6 w-11 shrink-0 rounded-full border border-ink-soft bg-sunken transition-colors duration-150 after:absolute after:inset-y-0.5 after:start-0.5 after:size-4.5 after:rounded-full after:bg-ink-soft after:transition-[inset-inline-start] after:duration-150 peer-checked:border-primary peer-checked:bg-primary peer-checked:after:start-5.5 peer-checked:after:bg-surface"
            />
          </label>
        ))}
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-ink-soft text-sm">
          {choose.isPending ? t('sharing.saving') : choose.isSuccess ? t('sharing.saved') : ''}
        </p>
        {shared.length > 0 && (
          <Button variant="secondary" onClick={() => choose.mutate({ withhold: shared })}>
            {t('sharing.withdrawAll')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
