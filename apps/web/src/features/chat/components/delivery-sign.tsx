import { Check, CircleAlert, Clock, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import type { Delivery } from '../model/outbox-entry.ts';

const SIGNS = {
  sending: { icon: Clock, text: 'chat.sending' },
  waiting: { icon: WifiOff, text: 'chat.waitingForNetwork' },
  sent: { icon: Check, text: 'chat.sent' },
  failed: { icon: CircleAlert, text: 'chat.failed' },
} as const;

/** The state of one's own message as one small sign; in words where something is to be known. */
export function DeliverySign({ delivery }: { delivery: Delivery['kind'] }) {
  const { t } = useTranslation();
  const { icon: Icon, text } = SIGNS[delivery];
  const inWords = delivery === 'waiting' || delivery === 'failed';
  return (
    <span className={cn('inline-flex items-center gap-1', delivery === 'failed' && 'text-danger')}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className={cn(!inWords && 'sr-only')}>{t(text)}</span>
    </span>
  );
}
