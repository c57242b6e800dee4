import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { Input } from '@/shared/ui/form/input.tsx';
import type { CheckedTime, TimeDraft } from './proposal-form.ts';

interface TimeFieldsProps {
  draft: TimeDraft;
  /** Its place in the form, from 1. */
  number: number;
  checked: CheckedTime | undefined;
  /** Whether the form was sent before: problems of times that may still be being typed show then. */
  tried: boolean;
  onChange: (change: Partial<Pick<TimeDraft, 'date' | 'time'>>) => void;
  /** Null: the only one stays. */
  onRemove: (() => void) | null;
}

/** Date and start of one proposed time. */
export function TimeFields({ draft, number, checked, tried, onChange, onRemove }: TimeFieldsProps) {
  const { t } = useTranslation();
  const noteId = useId();
  const problem = checked?.problem && (tried || checked.problem === 'skipped') ? checked.problem : null;
  const note = problem ? t(`meetings.problems.${problem}`) : checked?.twice ? t('meetings.twice') : null;
  const described = note
    ? { 'aria-describedby': noteId, ...(problem && { 'aria-invalid': true as const }) }
    : {};
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('meetings.timeNumber', { step: number })}</legend>
      {onRemove && (
        <div className="flex items-center justify-between">
          <span aria-hidden="true" className="font-semibold text-sm">
            {t('meetings.timeNumber', { step: number })}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('meetings.removeTime', { step: number })}
            onClick={onRemove}
            className="-me-3 max-xs:-me-2"
          >
            <X aria-hidden="true" className="size-5" />
          </Button>
        </div>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] gap-2">
        <Field label={t('meetings.date')}>
          {(control) => (
            <Input
              {...control}
              {...described}
              type="date"
              value={draft.date}
              onChange={({ target }) => onChange({ date: target.value })}
            />
          )}
        </Field>
        <Field label={t('meetings.start')}>
          {(control) => (
            <Input
              {...control}
              {...described}
              type="time"
              value={draft.time}
              onChange={({ target }) => onChange({ time: target.value })}
            />
          )}
        </Field>
      </div>
      {note && (
        <p
          id={noteId}
          role={problem ? 'alert' : 'status'}
          className={problem ? 'mt-1.5 text-danger text-sm' : 'mt-1.5 text-ink-soft text-sm'}
        >
          {note}
        </p>
      )}
    </fieldset>
  );
}
