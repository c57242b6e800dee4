import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyBooth } from '@/entities/booth/my-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useWebhook } from '../api/webhook.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { EndpointTools } from './endpoint-tools.tsx';
import { SecretDialog } from './secret-dialog.tsx';

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
