import { documentPassages, KNOWLEDGE_BASE_LIMITS } from '@dragoman/domain/knowledge-base/knowledge-base';
import { characterCount, storableText } from '@dragoman/domain/text';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field, TextField } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useAddDocument } from '../api/change-documents.ts';
import { ReadFileView } from './read-file-view.tsx';
import { useFileReading } from './use-file-reading.ts';
import { FILE_MEGABYTES, useProblemText } from './use-problem-text.ts';

interface DocumentDialogProps {
  ownerId: string;
  /** May be called after the dialog was unmounted. */
  onClose: () => void;
}

interface MaterialForm {
  title: string;
  text: string;
}

/**
 * A text that is pasted, or a file that is read: it takes the place of the text, which comes back
 * when the file is taken out.
 */
export function DocumentDialog({ ownerId, onClose }: DocumentDialogProps) {
  const { t } = useTranslation();
  const form = useForm<MaterialForm>({ defaultValues: { title: '', text: '' } });
  const forgetDraft = useFormDraft(`material:${ownerId}`, form);
  const add = useAddDocument(ownerId);
  const reader = useFileReading();
  const problemText = useProblemText();
  const chooser = useRef<HTMLInputElement>(null);
  const { file } = reader;
  const { errors } = form.formState;
  const tooLong = t('material.tooLong', { max: KNOWLEDGE_BASE_LIMITS.characters });

  async function open(chosen: File) {
    form.clearErrors();
    const isRead = await reader.open(chosen);
    if (isRead && !form.getValues('title').trim()) form.setValue('title', titleOf(chosen.name));
  }

  const submit = form.handleSubmit(
    useSingleRun(async ({ title, text }) => {
      if (file.kind === 'reading') return;
      const name = storableText(title).trim();
      if (name === '') return fail('title', t('material.noTitle'));
      if (characterCount(name) > KNOWLEDGE_BASE_LIMITS.titleCharacters) {
        return fail('title', t('material.longTitle', { most: KNOWLEDGE_BASE_LIMITS.titleCharacters }));
      }
      const pages = file.kind === 'read' ? file.pages : [text];
      const cut = documentPassages(pages);
      if (!cut.ok) return fail('text', cut.problem === 'no-text' ? t('material.noText') : tooLong);
      const problem = await add.mutateAsync({ title: name, pages: pages.length, passages: cut.passages });
      if (problem === 'too-long') return fail('text', tooLong);
      if (problem) {
        const most = KNOWLEDGE_BASE_LIMITS.documents;
        const description = problem === 'full' ? t('material.full', { most }) : t('material.saveFailed');
        toast.error(t('common.error'), { description });
        return;
      }
      forgetDraft();
      toast.success(t('material.saved'));
      onClose();
    }),
  );

  function fail(field: keyof MaterialForm, message: string) {
    form.setError(field, { message }, { shouldFocus: true });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('material.add')}
        description={t('material.addText')}
        className="sm:max-w-lg"
        // A tap beside the form must not discard the input.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <TextField
            label={t('material.name')}
            hint={t('material.nameHint')}
            error={errors.title?.message}
            required
            dir="auto"
            autoComplete="off"
            {...form.register('title')}
          />
          {file.kind === 'read' ? (
            <div className="grid gap-2">
              <ReadFileView name={file.name} pages={file.pages} onForget={reader.forget} />
              {errors.text && <Alert tone="danger">{errors.text.message}</Alert>}
            </div>
          ) : (
            <>
              <Field label={t('material.content')} error={errors.text?.message} required>
                {(control) => (
                  <TextArea
                    rows={7}
                    className="max-h-[35dvh] min-h-32"
                    {...control}
                    {...form.register('text')}
                  />
                )}
              </Field>
              {file.kind === 'refused' && <Alert tone="danger">{problemText(file.refusal)}</Alert>}
              {file.kind === 'reading' ? (
                <div className="flex flex-wrap items-center gap-3">
                  <p role="status" className="text-ink-soft text-sm">
                    {file.of === 0
                      ? t('material.reading')
                      : t('material.readingPage', { page: file.page, of: file.of })}
                  </p>
                  <Button variant="ghost" onClick={reader.forget}>
                    {t('material.stopReading')}
                  </Button>
                </div>
              ) : (
                <div className="flex flex-wrap items-center gap-3">
                  <Button variant="secondary" onClick={() => chooser.current?.click()}>
                    <FileUp aria-hidden="true" className="size-4.5" />
                    {t('material.open')}
                  </Button>
                  <p className="text-ink-soft text-xs">
                    {t('material.openHint', { megabytes: FILE_MEGABYTES })}
                  </p>
                </div>
              )}
            </>
          )}
          <input
            ref={chooser}
            type="file"
            accept=".txt,.md,.csv,.pdf,text/plain,text/markdown,application/pdf"
            hidden
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              // The same file can be chosen again once it is corrected.
              event.target.value = '';
              if (chosen) void open(chosen);
            }}
          />
          <Button
            type="submit"
            size="lg"
            busy={add.isPending}
            disabled={file.kind === 'reading'}
            className="justify-self-start max-sm:w-full"
          >
            {add.isPending ? t('material.saving') : t('material.save')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function titleOf(fileName: string): string {
  const name = storableText(fileName.replace(/\.\w{1,5}$/, '')).normalize('NFC');
  return [...name].slice(0, KNOWLEDGE_BASE_LIMITS.titleCharacters).join('');
}
