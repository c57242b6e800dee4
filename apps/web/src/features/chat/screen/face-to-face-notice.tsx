import { Speech } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Button } from '@/shared/ui/button.tsx';
import type { Sending } from '../sync/outbox-runtime.ts';

// Loaded when it is first opened.
const loadDeleteDialog = async () => (await import('./delete-chat-dialog.tsx')).DeleteChatDialog;

interface FaceToFaceNoticeProps {
  chatId: string;
  me: Profile;
  sending: Sending;
  onShare: () => void;
}

/** Above the composer of a conversation face to face that no guest has taken along. */
export function FaceToFaceNotice({ chatId, me, sending, onShare }: FaceToFaceNoticeProps) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  const DeleteChatDialog = useLazyComponent(deleting, loadDeleteDialog, () => setDeleting(false));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t bg-sunken px-4 py-2.5 text-ink-soft text-sm">
      <p className="flex min-w-0 items-start gap-2">
        <Speech aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        <span className="wrap-anywhere">{t('chat.guestNotJoined')}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onShare}>
          {t('chat.showCode')}
        </Button>
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          {t('chat.deleteChat')}
        </Button>
      </div>
      {DeleteChatDialog && (
        <DeleteChatDialog
          chatId={chatId}
          me={me}
          sending={sending}
          open={deleting}
          onOpenChange={setDeleting}
        />
      )}
    </div>
  );
}
