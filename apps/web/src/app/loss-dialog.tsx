import { useTranslation } from 'react-i18next';
import { Button } from '../components/ui/button.tsx';
import { Dialog, DialogContent } from '../components/ui/dialog.tsx';
import type { LossDialogProps } from './use-loss-dialog.tsx';

/** Logging out leaves nothing on a device that others may use; what has not been sent goes with it. */
export function LossDialog({ unsaved, guest, onAnswer }: LossDialogProps) {
  const { t } = useTranslation();
  const loss =
    unsaved.others > 0
      ? { title: t('logout.unsavedTitle'), description: t('logout.unsavedText') }
      : { title: t('logout.unsentTitle', { count: unsaved.messages }), description: t('logout.unsentText') };
  const question = guest ? { title: t('logout.guestTitle'), description: t('logout.guestText') } : loss;
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
