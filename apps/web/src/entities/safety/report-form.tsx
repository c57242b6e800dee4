import { REPORT_REASONS, type ReportReason } from '@dragoman/domain/report-reasons';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '@/shared/api/error-message.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { REPORT_DETAILS_MAX, useSendReport } from './send-report.ts';

interface ReportFormProps {
  personId: string;
  chatId: string | undefined;
  onSent: () => void;
}

/** Why, in words if one likes, and whether the administrators may read the chat's last messages. */
export function ReportForm({ personId, chatId, onSent }: ReportFormProps) {
  const { t, i18n } = useTranslation();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [details, setDetails] = useState('');
  const [withMessages, setWithMessages] = useState(true);
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const send = useSendReport();
  const group = useId();
  const wordless = reason === 'other' && details.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!reason || wordless) {
      form.current?.querySelector<HTMLElement>(reason ? 'textarea' : 'input[type=radio]')?.focus();
      return;
    }
    send.mutate(
      { personId, reason, details, sessionId: withMessages ? (chatId ?? null) : null },
      { onSuccess: onSent },
    );
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <fieldset aria-describedby={`${group}-error`} className="min-w-0">
        <legend className="font-semibold text-sm">{t('trust.reasonLabel')}</legend>
        <div className="-mx-2 mt-2 grid">
          {REPORT_REASONS.map((one) => (
            <label
              key={one}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary"
            >
              <input
                type="radio"
                name={group}
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 shrink-0 accent-primary outline-none"
              />
              {t(`trust.reason.${one}`)}
            </label>
          ))}
        </div>
        <p id={`${group}-error`} role="alert" className="mt-1 text-danger text-sm empty:hidden">
          {checked && !reason && t('trust.reasonMissing')}
        </p>
      </fieldset>
      <Field
        label={t('trust.details')}
        hint={t('trust.detailsHint', { max: REPORT_DETAILS_MAX.toLocaleString(intlLocale(i18n.language)) })}
        error={checked && wordless ? t('trust.detailsMissing') : undefined}
        required={reason === 'other'}
      >
        {(control) => (
          <TextArea
            {...control}
            value={details}
            maxLength={REPORT_DETAILS_MAX}
            rows={3}
            className="max-h-48 min-h-20"
            onChange={(event) => setDetails(event.target.value)}
          />
        )}
      </Field>
      {chatId && (
        <label className="-mx-2 flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-2 py-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary">
          <input
            type="checkbox"
            checked={withMessages}
            onChange={(event) => setWithMessages(event.target.checked)}
            className="size-5 shrink-0 accent-primary outline-none"
          />
          <span className="text-sm">
            {t('trust.includeMessages')}
            <span className="mt-0.5 block text-ink-soft text-xs">{t('trust.includeMessagesHint')}</span>
          </span>
        </label>
      )}
      {send.isError && (
        <Alert tone="danger">
          {errorCode(send.error) === 'PT429' ? t('trust.reportLimit') : t('trust.failed')}
        </Alert>
      )}
      <Button type="submit" busy={send.isPending}>
        {t('trust.sendReport')}
      </Button>
    </form>
  );
}
