import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';

interface ConfirmDialogProps {
  /** The act; also the label of its button. */
  title: string;
  /** What it ends. */
  text: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an act that cannot be undone. */
export function ConfirmDialog({ title, text, busy, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={text}>
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button variant="secondary" onClick={onClose}>
            {t('webhooks.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {title}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
