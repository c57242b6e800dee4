import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyBooth } from '@/entities/booth/my-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { copyText } from '@/shared/browser/copy-text.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useResumeWebhook, useWebhook, type WebhookEndpoint } from '../api/webhook.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointTools } from './endpoint-tools.tsx';
import { useRefusalText } from './use-refusal-text.ts';

/** Where the leads of a vendor's booth are sent (docs/adr/0088). */
export function WebhooksPage() {
  const { t } = useTranslation();
  const profile = useCurrentProfile();
  const booth = useMyBooth(profile).data;
  const query = useWebhook(profile.id);
  const [secret, setSecret] = useState<string | null>(null);
  const isMember = booth ? !booth.owner : false;

  return (
    <>
      <PageHeading title={t('webhooks.title')} text={t(isMember ? 'webhooks.ofOwner' : 'webhooks.text')} />
      {!isMember && (
        <QueryView
          query={query}
          loadingText={t('webhooks.loading')}
          skeleton={<Skeleton className="h-40 max-w-2xl rounded-card" />}
          isEmpty={() => false}
          empty={null}
        >
          {(endpoint) => (
            <div className="grid max-w-2xl grid-cols-1 gap-6">
              {endpoint && <EndpointState profileId={profile.id} endpoint={endpoint} />}
              <EndpointForm
                key={endpoint?.url}
                profileId={profile.id}
                url={endpoint?.url ?? ''}
                onSecret={setSecret}
              />
              {endpoint && (
                <>
                  <EndpointTools profileId={profile.id} endpointId={endpoint.id} onSecret={setSecret} />
                  <DeliveryList profileId={profile.id} />
                </>
              )}
            </div>
          )}
        </QueryView>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

interface EndpointStateProps {
  profileId: string;
  endpoint: WebhookEndpoint;
}

/** Says that deliveries fail, or that the endpoint is paused; nothing while it works. */
function EndpointState({ profileId, endpoint }: EndpointStateProps) {
  const { t } = useTranslation();
  const resume = useResumeWebhook(profileId);
  const refusalText = useRefusalText();
  if (endpoint.paused_at === null) {
    return endpoint.failing_since === null ? null : <Alert tone="danger">{t('webhooks.failing')}</Alert>;
  }
  return (
    <Alert tone="danger">
      <p>{t('webhooks.paused')}</p>
      <Button
        variant="secondary"
        className="mt-3"
        busy={resume.isPending}
        onClick={() =>
          resume.mutate(undefined, {
            onSuccess: () => toast.success(t('webhooks.resumed')),
            onError: (error) => toast.error(t('common.error'), { description: refusalText(error) }),
          })
        }
      >
        {t('webhooks.resume')}
      </Button>
    </Alert>
  );
}

/** A new secret: it is shown here and never again. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
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
