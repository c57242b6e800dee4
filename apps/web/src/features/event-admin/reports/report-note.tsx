import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { forgetDraft, readDraft, writeDraft } from '@/shared/offline/draft-storage.ts';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useAdminAction } from '../components/use-admin-action.ts';
import type { UserReport } from './reports.ts';

/** The server's limit. */
const LONGEST = 2000;

const draftName = (reportId: string) => `organiser-note:${reportId}`;
/** The note that the draft is based on. */
const baseName = (reportId: string) => `organiser-note-base:${reportId}`;

/** The administrators' internal note on a report: shown, or being edited. */
export function ReportNote({ report: { id, note } }: { report: Pick<UserReport, 'id' | 'note'> }) {
  const { t } = useTranslation();
  const [writing, setWriting] = useState<'no' | 'opened' | 'found'>(() =>
    readDraft(draftName(id)) === null ? 'no' : 'found',
  );
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    // The button must be there again before the focus can go back to it.
    flushSync(() => setWriting('no'));
    opener.current?.focus();
  }

  if (writing !== 'no') {
    return <NoteForm reportId={id} note={note} wasOpened={writing === 'opened'} onClose={close} />;
  }
  return (
    <div className="mt-3">
      {note.text !== '' && (
        <div className="mb-1 border-primary border-s-2 ps-3 text-sm">
          <p className="text-ink-soft text-xs">{t('organiser.reports.note.label')}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {note.text}
          </p>
        </div>
      )}
      <Button ref={opener} variant="link" size="inline" onClick={() => setWriting('opened')}>
        <Pencil aria-hidden="true" className="size-4" />
        {t(note.text === '' ? 'organiser.reports.note.add' : 'organiser.reports.note.edit')}
      </Button>
    </div>
  );
}

interface NoteFormProps {
  reportId: string;
  note: UserReport['note'];
  /**
   * Whether the user opened it, rather than a restored draft: then the focus is where the reader
   * is.
   */
  wasOpened: boolean;
  onClose: () => void;
}

function NoteForm({ reportId, note, wasOpened, onClose }: NoteFormProps) {
  const { t } = useTranslation();
  const form = useForm<{ note: string }>({ defaultValues: { note: note.text } });
  const forget = useFormDraft(draftName(reportId), form);
  const [seen, setSeenState] = useState<number>(
    () => readDraft(baseName(reportId))?.revision ?? note.revision,
  );
  const { run, busy, loadAgain } = useAdminAction(['reports']);
  const text = useWatch({ control: form.control, name: 'note' });
  const tooLong = () => t('organiser.reports.note.tooLong', { count: LONGEST });

  function setSeen(revision: number) {
    setSeenState(revision);
    writeDraft(baseName(reportId), { revision });
  }

  function close() {
    forget();
    forgetDraft(baseName(reportId));
    onClose();
  }

  const save = form.handleSubmit(async (written) => {
    const body = { note: written.note.trim(), seen };
    if (await run(`/reports/${reportId}/note`, { method: 'PUT', body })) {
      toast.success(t('organiser.saved'));
      close();
    } else {
      // Another administrator may have written: their text is shown then.
      await loadAgain();
    }
  });

  return (
    <form
      noValidate
      className="mt-3 grid justify-items-start gap-3 [&>*]:w-full"
      onSubmit={(event) => void save(event)}
    >
      <Field
        label={t('organiser.reports.note.label')}
        hint={t('organiser.reports.note.hint', { shown: [...text].length, max: LONGEST })}
        error={form.formState.errors.note?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            className="min-h-20"
            {...form.register('note', {
              validate: (typed) => [...typed.trim()].length <= LONGEST || tooLong(),
            })}
            autoFocus={wasOpened}
            onFocus={() => setSeen(seen)}
          />
        )}
      </Field>
      {note.revision !== seen && (
        <Alert tone="danger">
          <p>{t(note.text === '' ? 'organiser.reports.note.emptied' : 'organiser.reports.note.changed')}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink">
            {note.text}
          </p>
          <p className="flex flex-wrap gap-x-3">
            <Button variant="link" size="inline" onClick={() => setSeen(note.revision)}>
              {t('organiser.reports.note.keepMine')}
            </Button>
            <Button variant="link" size="inline" onClick={close}>
              {t('organiser.reports.note.takeTheirs')}
            </Button>
          </p>
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {t('organiser.save')}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={close}>
          {t('organiser.reports.note.cancel')}
        </Button>
      </div>
    </form>
  );
}
