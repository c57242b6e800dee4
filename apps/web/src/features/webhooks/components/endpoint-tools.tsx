import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useNewSecret, useRemoveWebhook, useTestWebhook } from '../api/webhook.ts';
import { useRefusalText } from './use-refusal-text.ts';

interface EndpointToolsProps {
  profileId: string;
  endpointId: string;
  onSecret: (secret: string) => void;
}

/** A test, a new secret, and the end of the webhook. */
export function EndpointTools({ profileId, endpointId, onSecret }: EndpointToolsProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'secret' | 'remove' | null>(null);
  const test = useTestWebhook(profileId);
  const renew = useNewSecret(profileId);
  const remove = useRemoveWebhook(profileId);
  const refusalText = useRefusalText();
  const onError = (error: unknown) => toast.error(t('common.error'), { description: refusalText(error) });
  const close = () => setAsked(null);

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        busy={test.isPending}
        onClick={() => test.mutate(undefined, { onSuccess: () => toast(t('webhooks.testSent')), onError })}
      >
        {t('webhooks.test')}
      </Button>
      <Button variant="secondary" onClick={() => setAsked('secret')}>
        {t('webhooks.newSecret')}
      </Button>
      <Button variant="secondary" onClick={() => setAsked('remove')}>
        {t('webhooks.remove')}
      </Button>
      {asked === 'secret' && (
        <ConfirmDialog
          title={t('webhooks.newSecret')}
          text={t('webhooks.newSecretText')}
          busy={renew.isPending}
          onClose={close}
          onConfirm={() =>
            renew.mutate(undefined, {
              onSuccess(secret) {
                close();
                onSecret(secret);
              },
              onError,
            })
          }
        />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={t('webhooks.remove')}
          text={t('webhooks.removeText')}
          busy={remove.isPending}
          onClose={close}
          onConfirm={() =>
            remove.mutate(endpointId, { onSuccess: () => toast(t('webhooks.removed')), onError })
          }
        />
      )}
    </div>
  );
}

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
function ConfirmDialog({ title, text, busy, onConfirm, onClose }: ConfirmDialogProps) {
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
