import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import type { UnsavedChangesDialogProps } from './unsaved-changes-dialog-props.ts';
import { sentenceBlocks, unsavedSentences } from './unsaved-changes-text.tsx';

/**
 * Logging out leaves nothing on a device that others may use; unsent and unsaved work is deleted
 * with it, and is listed. Records of exports stay, and are listed as well.
 */
export function UnsavedChangesDialog({ unsaved, guest, onAnswer }: UnsavedChangesDialogProps) {
  const { t } = useTranslation();
  const losses = unsaved ? unsavedSentences(t, unsaved) : [t('logout.uncounted')];
  const loses = losses.length > 0;
  const exports = unsaved?.exports ?? 0;
  const sentences = [
    guest && t('logout.guestText'),
    ...losses,
    !guest && unsaved && loses && t('logout.deviceText'),
    exports > 0 && t('logout.waitingExports', { count: exports }),
  ].filter((sentence) => typeof sentence === 'string');
  const question = {
    title: t(guest ? 'logout.guestTitle' : loses ? 'logout.unsavedTitle' : 'logout.waitingTitle'),
    description: sentenceBlocks(sentences),
  };
  return (
    <Dialog open onOpenChange={() => onAnswer(false)}>
      <DialogContent {...question}>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('logout.stay')}
          </Button>
          <Button variant={guest || loses ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {t(guest ? 'logout.loseAndLogOut' : loses ? 'logout.deleteAndLogOut' : 'logout.logOut')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
