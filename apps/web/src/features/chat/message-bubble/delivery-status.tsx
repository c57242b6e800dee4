import type { TFunction } from 'i18next';
import { Check, CheckCheck, CircleAlert, Clock, WifiOff } from 'lucide-react';
import { use } from 'react';
import { cn } from '@/shared/ui/cn.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import { isRead } from '../sync/read-marks.ts';
import { ReadUpToContext } from '../sync/read-up-to.ts';

const SIGNS = {
  sending: { icon: Clock, text: 'chat.sending' },
  waiting: { icon: WifiOff, text: 'chat.waitingForNetwork' },
  sent: { icon: Check, text: 'chat.sent' },
  read: { icon: CheckCheck, text: 'chat.read' },
  failed: { icon: CircleAlert, text: 'chat.failed' },
} as const;

interface DeliveryStatusProps {
  t: TFunction;
  delivery: Delivery['kind'];
  sentAt: string;
}

/** The state of the user's own message as one small sign; in words where it needs attention. */
export function DeliveryStatus({ t, delivery, sentAt }: DeliveryStatusProps) {
  const readUpTo = use(ReadUpToContext);
  const read = delivery === 'sent' && isRead({ created_at: sentAt }, readUpTo);
  const { icon: Icon, text } = SIGNS[read ? 'read' : delivery];
  const inWords = delivery === 'waiting' || delivery === 'failed';
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1',
        delivery === 'failed' && 'text-danger',
        read && 'text-primary',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className={cn(!inWords && 'sr-only')}>{t(text)}</span>
    </span>
  );
}
