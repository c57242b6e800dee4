import { QUESTION_KINDS, type QuestionForm } from '@dragoman/domain/leads/lead-questions';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Field, TextField } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';

interface QuestionFieldsProps {
  form: UseFormReturn<{ questions: QuestionForm[] }>;
  index: number;
  last: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One question: its words, how it is answered, its place. */
export function QuestionFields({ form, index, last, onMove, onRemove }: QuestionFieldsProps) {
  const { t } = useTranslation();
  const errors = form.formState.errors.questions?.[index];
  const kind = useWatch({ control: form.control, name: `questions.${index}.kind` });
  return (
    <li className="grid gap-3 rounded-card border p-4">
      <TextField
        label={t('leads.question', { shown: index + 1 })}
        error={errors?.label?.message}
        dir="auto"
        autoComplete="off"
        {...form.register(`questions.${index}.label`)}
      />
      <div className="flex items-end gap-1 max-xs:flex-wrap">
        <div className="min-w-0 flex-1 max-xs:basis-full">
          <Field label={t('leads.kind')}>
            {(control) => (
              <Select {...form.register(`questions.${index}.kind`)} {...control}>
                {QUESTION_KINDS.map((one) => (
                  <option key={one} value={one}>
                    {t(`leads.kinds.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Button
          variant="ghost"
          size="icon"
          disabled={index === 0}
          aria-label={t('leads.moveUp')}
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp aria-hidden="true" className="size-5" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          disabled={last}
          aria-label={t('leads.moveDown')}
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="ghost" size="icon" aria-label={t('leads.removeQuestion')} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
        </Button>
      </div>
      {kind === 'choice' && (
        <Field label={t('leads.choices')} hint={t('leads.choicesHint')} error={errors?.choices?.message}>
          {(control) => <TextArea rows={3} {...form.register(`questions.${index}.choices`)} {...control} />}
        </Field>
      )}
    </li>
  );
}
