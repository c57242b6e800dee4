import { LEAD_LIMITS } from '@dragoman/domain/leads/lead';
import {
  type LeadQuestion,
  type QuestionForm,
  questionForm,
  questionOf,
  questionsFormSchema,
} from '@dragoman/domain/leads/lead-questions';
import { mergeQuestions } from '@dragoman/domain/leads/lead-questions-merge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { newId } from '@/shared/browser/new-id.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { QuestionsChangedError, useQuestionnaire, useSaveQuestions } from '../api/questionnaire.ts';
import { LeadsSkeleton } from './leads-skeleton.tsx';
import { QuestionFields } from './question-fields.tsx';

interface QuestionsDialogProps {
  ownerId: string;
  onClose: () => void;
}

/** The vendor's own questions, which every lead contains. */
export function QuestionsDialog({ ownerId, onClose }: QuestionsDialogProps) {
  const { t } = useTranslation();
  const query = useQuestionnaire(ownerId);
  // The form waits for the refetch, because questions from the cache may lack recent changes. It
  // does not wait when the refetch fails, or once it is shown.
  const [ready, setReady] = useState(false);
  if (!ready && query.data && (!query.isFetching || query.failureCount > 0)) setReady(true);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('leads.questions')}
        description={t('leads.questionsText')}
        className="sm:max-h-[92dvh] sm:max-w-xl"
        onInteractOutside={(event) => event.preventDefault()}
      >
        <QueryView
          query={ready ? query : { ...query, data: undefined }}
          loadingText={t('common.loading')}
          skeleton={<LeadsSkeleton />}
          isEmpty={() => false}
          empty={null}
        >
          {({ questions, version }) => (
            <QuestionsForm ownerId={ownerId} questions={questions} version={version} onClose={onClose} />
          )}
        </QueryView>
      </DialogContent>
    </Dialog>
  );
}

interface QuestionsFormProps extends QuestionsDialogProps {
  questions: readonly LeadQuestion[];
  version: number;
}

function QuestionsForm({ ownerId, questions, version, onClose }: QuestionsFormProps) {
  const { t } = useTranslation();
  // The version that the form is based on: changes from another device must not be overwritten
  // unseen.
  const [seen, setSeen] = useState({ questions, version });
  const [schema] = useState(() =>
    questionsFormSchema({
      blank: t('leads.questionBlank'),
      tooLong: t('profileForm.tooLong'),
      choicesInvalid: t('leads.choicesInvalid'),
    }),
  );
  const form = useForm<{ questions: QuestionForm[] }>({
    resolver: zodResolver(schema),
    defaultValues: { questions: questions.map(questionForm) },
  });
  const list = useFieldArray({ control: form.control, name: 'questions', keyName: 'key' });
  const save = useSaveQuestions(ownerId);

  /** Each field shows its own error; two lists that were joined may be too long together. */
  function refuse(): void {
    if (form.getValues('questions').length <= LEAD_LIMITS.questions) return;
    toast.error(t('common.error'), {
      description: t('leads.questionsFull', { count: LEAD_LIMITS.questions }),
    });
  }

  const submit = form.handleSubmit(
    useSingleRun(async (values) => {
      const ours = values.questions.map(questionOf);
      try {
        await save.mutateAsync({ questions: ours, version: seen.version });
      } catch (error) {
        if (error instanceof QuestionsChangedError) {
          // Both are put into the form, to be looked at before they are saved.
          const merged = mergeQuestions(seen.questions, ours, error.theirs.questions);
          setSeen(error.theirs);
          form.reset({ questions: merged.map(questionForm) });
          toast(t('leads.questionsJoinedTitle'), { description: t('leads.questionsChanged') });
        } else {
          toast.error(t('common.error'), { description: t('leads.questionsFailed') });
        }
        return;
      }
      toast.success(t('leads.questionsSaved'));
      onClose();
    }),
    refuse,
  );

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ol className="grid gap-3">
        {list.fields.map(({ key }, index) => (
          <QuestionFields
            key={key}
            form={form}
            index={index}
            last={index === list.fields.length - 1}
            onMove={(to) => list.move(index, to)}
            onRemove={() => list.remove(index)}
          />
        ))}
      </ol>
      {list.fields.length < LEAD_LIMITS.questions ? (
        <Button
          variant="secondary"
          onClick={() => list.append({ id: newId(), kind: 'text', label: '', choices: '' })}
        >
          <Plus aria-hidden="true" className="size-4.5" />
          {t('leads.addQuestion')}
        </Button>
      ) : (
        <p className="text-ink-soft text-sm">{t('leads.questionsFull', { count: LEAD_LIMITS.questions })}</p>
      )}
      <div className="sticky -bottom-6 z-10 -mx-1 -mb-6 flex flex-wrap gap-2 bg-surface px-1 pt-2 pb-6 *:flex-1 sm:*:flex-none">
        <Button type="submit" size="lg" busy={save.isPending}>
          {t('leads.saveQuestions')}
        </Button>
        <Button variant="ghost" size="lg" onClick={onClose}>
          {t('avatar.cancel')}
        </Button>
      </div>
    </form>
  );
}
