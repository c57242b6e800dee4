import { BoothStarter } from '@/entities/booth/booth-starter.tsx';
import { ExportStarter } from '@/entities/export/export-starter.tsx';
import { OutboxStarter } from '@/features/chat/sync/outbox-starter.tsx';
import { Inbox } from '@/features/inbox/components/inbox.tsx';
import { LeadStarter } from '@/features/leads/components/lead-starter.tsx';
import { PushStarter } from '@/features/profile/notifications/push-starter.tsx';
import { ScanStarter } from '@/features/saved-cards/components/scan-starter.tsx';

/** What runs behind every page of a signed-in user: live lists, and work that waits for the network. */
export function BackgroundParts() {
  return (
    <>
      <BoothStarter />
      <OutboxStarter />
      <ScanStarter />
      <LeadStarter />
      <ExportStarter />
      <PushStarter />
      <Inbox />
    </>
  );
}
