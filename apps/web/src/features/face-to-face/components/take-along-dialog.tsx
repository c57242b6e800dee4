import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatQr } from '@/entities/chat/chat-qr.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import type { Keeping } from '../model/interpreter.ts';

/** Side of the code, in px, as in the dialog of a chat (specification 9.5). */
const QR_SIZE = 192;

interface TakeAlongDialogProps {
  keeping: Keeping;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The code with which the guest takes the conversation along, once the server has all of it. */
export function TakeAlongDialog({ keeping, open, onOpenChange }: TakeAlongDialogProps) {
  const { t } = useTranslation();
  const saving = useSyncExternalStore(keeping.state.subscribe, keeping.state.get);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('faceToFace.takeAlong')}>
        <div className="flex flex-col items-center gap-4 pb-2 text-center">
          {saving === 'saved' && (
            <>
              <ChatQr chatId={keeping.chatId} size={QR_SIZE} />
              <p className="text-ink-soft">{t('faceToFace.takeAlongText')}</p>
            </>
          )}
          {saving === 'waiting' && <p role="status">{t('faceToFace.keptHere')}</p>}
          {saving === 'refused' && (
            <>
              <p role="alert" className="text-danger">
                {t('faceToFace.notKept')}
              </p>
              <Button onClick={keeping.retry}>{t('common.tryAgain')}</Button>
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
