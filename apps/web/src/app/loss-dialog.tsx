import { useTranslation } from 'react-i18next';
import { Button } from '../components/ui/button.tsx';
import { Dialog, DialogContent } from '../components/ui/dialog.tsx';
import type { LossDialogProps } from './use-loss-dialog.tsx';

/** Logging out leaves nothing on a device that others may use; what has not been sent or saved goes with it, and is named. */
export function LossDialog({ unsaved: { messages, scans, notes }, guest, onAnswer }: LossDialogProps) {
  const { t } = useTranslation();
  const sentences = [
    guest && t('logout.guestText'),
    messages > 0 && t('logout.unsentMessages', { count: messages }),
    scans > 0 && t('logout.unsavedScans', { count: scans }),
    notes > 0 && t('logout.unsavedNotes', { count: notes }),
    !guest && t('logout.deviceText'),
  ].filter((sentence) => sentence !== false);
  const question = {
    title: guest ? t('logout.guestTitle') : t('logout.unsavedTitle'),
    description: sentences.map((sentence) => (
      <span key={sentence} className="block">
        {sentence}
      </span>
    )),
  };
  return (
    <Dialog open onOpenChange={() => onAnswer(false)}>
      <DialogContent {...question}>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('logout.stay')}
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {guest ? t('logout.loseAndLogOut') : t('logout.deleteAndLogOut')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
