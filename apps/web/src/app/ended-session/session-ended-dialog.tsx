import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadUnsaved } from '@/entities/unsaved-work/download-unsaved.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import type { SessionEndedDialogProps } from './session-ended-dialog-props.ts';
import { sentenceBlocks, unsavedSentences } from './unsaved-changes-text.tsx';
import { useUnsavedLabels } from './use-unsaved-labels.ts';

/**
 * The server has ended the session, and there is unsent work on the device (docs/adr/0053). Closing
 * the dialog is no answer: the work stays, and the next start of the app asks again.
 */
export function SessionEndedDialog({ work, onLogIn, onDelete, onLater }: SessionEndedDialogProps) {
  const { t } = useTranslation();
  const labels = useUnsavedLabels();
  const [outcome, setOutcome] = useState<'none' | 'saved' | 'failed'>('none');
  const { guest } = work.owner;
  const { messages, scans, notes } = work.unsaved;
  const canSave = work.typed || messages + scans + notes > 0;
  const save = useSingleRun(async () => {
    try {
      const { name, content } = await downloadUnsaved(work, labels, `unsent-${localDay()}`);
      downloadFile(name, content);
      setOutcome('saved');
    } catch {
      setOutcome('failed');
    }
  });
  const sentences = [
    ...unsavedSentences(t, work.unsaved),
    ...(work.typed ? [t('sessionEnd.typed')] : []),
    t(guest ? 'sessionEnd.guestText' : 'sessionEnd.deviceText'),
    ...(canSave && !guest ? [t('sessionEnd.fileText')] : []),
  ];
  return (
    <Dialog open onOpenChange={onLater}>
      <DialogContent title={t('sessionEnd.title')} description={sentenceBlocks(sentences)}>
        <p role="status" className="text-sm not-empty:mb-4">
          {outcome === 'saved' && t('sessionEnd.saved')}
          {outcome === 'failed' && t('sessionEnd.saveFailed')}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="danger" onClick={onDelete}>
            {t('sessionEnd.delete')}
          </Button>
          {canSave && (
            <Button variant={guest ? 'primary' : 'secondary'} onClick={() => void save()}>
              {t('sessionEnd.save')}
            </Button>
          )}
          {!guest && <Button onClick={onLogIn}>{t('sessionEnd.logIn')}</Button>}
        </div>
      </DialogContent>
    </Dialog>
  );
}
