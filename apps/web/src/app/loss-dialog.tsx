import { useTranslation } from 'react-i18next';
import { Button } from '../components/ui/button.tsx';
import { Dialog, DialogContent } from '../components/ui/dialog.tsx';
import type { LossDialogProps } from './use-loss-dialog.tsx';

/** Logging out leaves nothing on a device that others may use; what has not been sent goes with it. */
export function LossDialog({ unsent, onAnswer }: LossDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={() => onAnswer(false)}>
      <DialogContent title={t('logout.unsentTitle', { count: unsent })} description={t('logout.unsentText')}>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('logout.stay')}
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t('logout.deleteAndLogOut')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
