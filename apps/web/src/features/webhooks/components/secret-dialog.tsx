import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '@/shared/browser/copy-text.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';

/** A new secret: it is shown here and never again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();

  async function copy() {
    if (await copyText(secret)) toast.success(t('webhooks.copied'));
    else toast.error(t('webhooks.copyFailed'));
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('webhooks.secretTitle')}
        description={t('webhooks.secretText')}
        // A tap beside it must not lose the secret.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <code dir="ltr" className="wrap-anywhere block rounded-control bg-sunken p-3 text-sm">
          {secret}
        </code>
        <Button className="mt-4" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4.5" />
          {t('webhooks.copy')}
        </Button>
      </DialogContent>
    </Dialog>
  );
}
