import { useTranslation } from 'react-i18next';
import { Button } from '../components/ui/button.tsx';
import { Dialog, DialogContent } from '../components/ui/dialog.tsx';
import type { LossDialogProps } from './use-loss-dialog.tsx';

/** Logging out leaves nothing on a device that others may use; what has not been sent goes with it. */
export function LossDialog({ unsent, guest, onAnswer }: LossDialogProps) {
  const { t } = useTranslation();
  const question = guest
    ? { title: t('logout.guestTitle'), description: t('logout.guestText') }
    : { title: t('logout.unsentTitle', { count: unsent }), description: t('logout.unsentText') };
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
