import { useTranslation } from 'react-i18next';
import { SessionQr } from '@/entities/chat/session-qr.tsx';
import { useWakeLock } from '@/shared/hooks/use-wake-lock.ts';
import { Dialog, DialogContent } from '@/shared/ui/dialog.tsx';

/** Side of the code in the chat, in px (specification 9.5). */
const QR_SIZE = 192;

interface ShareDialogProps {
  sessionId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The 'Share Chat Session' dialog; it keeps the screen awake for the scan. */
export function ShareDialog({ sessionId, open, onOpenChange }: ShareDialogProps) {
  const { t } = useTranslation();
  useWakeLock(open);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('chat.share')}>
        <div className="flex flex-col items-center gap-4 pb-2 text-center">
          <SessionQr sessionId={sessionId} size={QR_SIZE} />
          <p className="text-ink-soft">{t('chat.shareText')}</p>
        </div>
      </DialogContent>
    </Dialog>
  );
}
