import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useDeliveries, useResend, type WebhookDelivery } from '../api/webhook.ts';
import { useRefusalText } from './use-refusal-text.ts';

const EVENTS = {
  'lead.created': 'webhooks.events.created',
  'lead.updated': 'webhooks.events.updated',
  ping: 'webhooks.events.ping',
} as const;
const TONES = { waiting: 'neutral', sent: 'success', failed: 'accent', skipped: 'neutral' } as const;

/** The last deliveries, and what became of them. */
export function DeliveryList({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const query = useDeliveries(profileId);
  return (
    <section aria-labelledby="webhook-log" className="border-t pt-6">
      <h2 id="webhook-log" className="text-lg">
        {t('webhooks.log')}
      </h2>
      <div className="mt-3">
        <QueryView
          query={query}
          loadingText={t('common.loading')}
          skeleton={<Skeleton className="h-32 rounded-card" />}
          isEmpty={(rows) => rows.length === 0}
          empty={<p className="text-ink-soft text-sm">{t('webhooks.empty')}</p>}
        >
          {(rows) => (
            <ul className="divide-y rounded-card border bg-surface">
              {rows.map((delivery) => (
                <Delivery key={delivery.id} profileId={profileId} delivery={delivery} />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </section>
  );
}

function Delivery({ profileId, delivery }: { profileId: string; delivery: WebhookDelivery }) {
  const { t, i18n } = useTranslation();
  const resend = useResend(profileId);
  const refusalText = useRefusalText();
  const { id, event, state, tries, answer, failure, created_at: createdAt, tried_at: triedAt } = delivery;
  const at = triedAt ?? createdAt;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{t(EVENTS[event])}</span>
          <Badge tone={TONES[state]}>{t(`webhooks.states.${state}`)}</Badge>
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
          {tries > 0 && <Detail>{t('webhooks.tries', { count: tries })}</Detail>}
          {answer !== null && <Detail>{t('webhooks.answer', { count: answer })}</Detail>}
          {failure && <Detail>{t(`webhooks.failures.${failure}`)}</Detail>}
        </p>
      </div>
      {state === 'failed' && (
        <Button
          variant="secondary"
          busy={resend.isPending}
          onClick={() =>
            resend.mutate(id, {
              onSuccess: () => toast(t('webhooks.resent')),
              onError: (error) => toast.error(t('common.error'), { description: refusalText(error) }),
            })
          }
        >
          {t('webhooks.resend')}
        </Button>
      )}
    </li>
  );
}

function Detail({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true"> · </span>
      <span>{children}</span>
    </>
  );
}
