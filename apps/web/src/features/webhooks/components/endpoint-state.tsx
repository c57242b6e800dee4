import { useTranslation } from 'react-i18next';
import type { WebhookEndpoint } from '@/shared/api/webhook-types.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useResumeWebhook } from '../api/webhook.ts';
import { useRefusalText } from './use-refusal-text.ts';

interface EndpointStateProps {
  profileId: string;
  endpoint: WebhookEndpoint;
}

/** Says that deliveries fail, or that the endpoint is paused; nothing while it works. */
export function EndpointState({ profileId, endpoint }: EndpointStateProps) {
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
