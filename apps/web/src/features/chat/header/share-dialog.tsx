import { useTranslation } from 'react-i18next';
import { ChatQr } from '@/entities/chat/chat-qr.tsx';
import { useWakeLock } from '@/shared/hooks/use-wake-lock.ts';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';

/** Side of the code in the chat, in px (specification 9.5). */
const QR_SIZE = 192;

interface ShareDialogProps {
  chatId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The 'Share Chat Session' dialog; it keeps the screen awake for the scan. */
export function ShareDialog({ chatId, open, onOpenChange }: ShareDialogProps) {
  const { t } = useTranslation();
  useWakeLock(open);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('chat.share')}>
        <div className="flex flex-col items-center gap-4 pb-2 text-center">
          <ChatQr chatId={chatId} size={QR_SIZE} />
          <p className="text-balance text-ink-soft">{t('chat.shareText')}</p>
        </div>
      </DialogContent>
    </Dialog>
  );
}
