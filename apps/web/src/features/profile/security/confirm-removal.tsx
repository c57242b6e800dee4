import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';

interface ConfirmRemovalProps {
  title: string;
  /** The consequence. */
  text: string;
  busy: boolean;
  failure: string | undefined;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a sign-in method is removed, which cannot be undone. */
export function ConfirmRemoval({ title, text, busy, failure, onRemove, onClose }: ConfirmRemovalProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent title={title} description={text}>
        {failure && (
          <Alert tone="danger" className="mb-4">
            {failure}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('security.keep')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onRemove}>
            {t('security.remove')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
