import { useEffect, useEffectEvent } from 'react';
import { useQueue } from '@/shared/offline/define-queue.ts';
import { type Sending, type SendingEvent, sendingQueue } from './outbox-runtime.ts';

/** The running outbox of a profile; `onEvent` receives errors while the component is mounted. */
export function useSending(profileId: string, onEvent: (event: SendingEvent) => void): Sending {
  const sending = useQueue(sendingQueue, profileId);
  const notify = useEffectEvent(onEvent);
  useEffect(() => sending.onEvent((event) => notify(event)), [sending]);
  return sending;
}
