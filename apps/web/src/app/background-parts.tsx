import { BoothStarter } from '@/entities/booth/booth-starter.tsx';
import { exportQueue } from '@/entities/export/export-queue.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { sendingQueue } from '@/features/chat/sync/outbox-runtime.ts';
import { Inbox } from '@/features/inbox/components/inbox.tsx';
import { leadQueue } from '@/features/leads/api/lead-queue.ts';
import { AnyLeadPanel } from '@/features/leads/components/any-lead-panel.tsx';
import { PushStarter } from '@/features/profile/notifications/push-starter.tsx';
import { scanQueue } from '@/features/saved-cards/api/scan-queue.ts';
import { useQueueStarter } from '@/shared/offline/define-queue.ts';

/** What runs behind every page of a signed-in user: live lists, and work that waits for the network. */
export function BackgroundParts() {
  const profileId = useProfile().data?.id;
  useQueueStarter(sendingQueue, profileId);
  useQueueStarter(scanQueue, profileId);
  useQueueStarter(leadQueue, profileId);
  useQueueStarter(exportQueue, profileId);
  return (
    <>
      <BoothStarter />
      <AnyLeadPanel />
      <PushStarter />
      <Inbox />
    </>
  );
}
