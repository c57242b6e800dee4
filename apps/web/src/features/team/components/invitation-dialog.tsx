import { teamInvitationPath } from '@dragoman/domain/routes';
import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NewBoothInvitation } from '@/entities/booth/team.ts';
import { copyText } from '@/shared/browser/copy-text.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { LinkQr } from '@/shared/ui/link-qr.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';

interface InvitationDialogProps {
  invitation: NewBoothInvitation;
  onClose: () => void;
}

/** A new invitation as a code and a link; its token is shown here and never again. */
export function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const { t, i18n } = useTranslation();
  const link = `${window.location.origin}${teamInvitationPath(invitation.token)}`;
  const date = formatDateTime(invitation.expires_at, i18n.language);

  async function copy() {
    if (await copyText(link)) toast.success(t('qr.copied'));
    else toast.error(t('qr.copyFailed'));
  }

  async function share() {
    try {
      await navigator.share({ title: t('team.shareTitle'), url: link });
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof Error && error.name === 'AbortError') return;
      await copy();
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('team.invitationTitle')} description={t('team.invitationText', { date })}>
        <div className="flex flex-col items-center gap-4 pb-1 text-center">
          <LinkQr link={link} size={192} className="border" />
          <bdi className="wrap-anywhere text-sm">{link}</bdi>
          <div className="flex w-full flex-wrap gap-2 *:flex-1 *:basis-34">
            {'share' in navigator && (
              <Button onClick={() => void share()}>
                <Share2 aria-hidden="true" className="size-4.5" />
                {t('qr.share')}
              </Button>
            )}
            <Button variant="secondary" onClick={() => void copy()}>
              <Copy aria-hidden="true" className="size-4.5" />
              {t('qr.copy')}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}
