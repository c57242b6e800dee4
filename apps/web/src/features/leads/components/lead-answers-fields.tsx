import { LEAD_LIMITS, type LeadAnswer, type LeadAnswers } from '@dragoman/domain/leads/lead';
import type { LeadQuestion } from '@dragoman/domain/leads/lead-questions';
import { useTranslation } from 'react-i18next';
import { Field } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';

interface LeadAnswersFieldsProps {
  questions: readonly LeadQuestion[];
  answers: LeadAnswers;
  onChange: (answers: LeadAnswers) => void;
}

/** The vendor's own questions. Answers to questions that are asked no more stay where they are. */
export function LeadAnswersFields({ questions, answers, onChange }: LeadAnswersFieldsProps) {
  const { t } = useTranslation();

  function answer(id: string, value: LeadAnswer | undefined): void {
    const { [id]: _, ...others } = answers;
    onChange(value === undefined ? others : { ...others, [id]: value });
  }

  return (
    <fieldset className="grid gap-4 rounded-card bg-sunken p-4">
      <legend className="sr-only">{t('leads.questions')}</legend>
      {questions.map((question) => (
        <Field key={question.id} label={<bdi>{question.label}</bdi>}>
          {(control) => {
            const value = answers[question.id];
            if (question.kind === 'text') {
              return (
                <TextArea
                  rows={1}
                  maxLength={Math.max(LEAD_LIMITS.answer, typeof value === 'string' ? value.length : 0)}
                  value={typeof value === 'string' ? value : ''}
                  onChange={(event) => answer(question.id, event.target.value || undefined)}
                  {...control}
                />
              );
            }
            const options = question.kind === 'choice' ? question.choices : ['yes', 'no'];
            const chosen =
              typeof value === 'boolean'
                ? value
                  ? 'yes'
                  : 'no'
                : Array.isArray(value)
                  ? (value[0] ?? '')
                  : '';
            // A choice that the vendor has since taken out of the question is still the visitor's
            // answer.
            const shown = chosen && !options.includes(chosen) ? [...options, chosen] : options;
            return (
              <Select
                value={chosen}
                onChange={({ target }) =>
                  answer(
                    question.id,
                    target.value === ''
                      ? undefined
                      : question.kind === 'choice'
                        ? [target.value]
                        : target.value === 'yes',
                  )
                }
                {...control}
              >
                <option value="">{t('leads.unanswered')}</option>
                {shown.map((option) => (
                  <option key={option} value={option}>
                    {question.kind === 'choice' ? option : t(option === 'yes' ? 'leads.yes' : 'leads.no')}
                  </option>
                ))}
              </Select>
            );
          }}
        </Field>
      ))}
    </fieldset>
  );
}
