import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';

// Most chats have no meeting.
const loadCard = async () => (await import('./meeting-card.tsx')).MeetingCard;
const NOTHING = () => {};

/** The part of a bubble that shows a meeting. */
export function MeetingPart({ meeting }: { meeting: MeetingRow }) {
  const Card = useLazyComponent(true, loadCard, NOTHING);
  return Card ? <Card meeting={meeting} /> : <div className="h-44 w-80 max-w-full" />;
}
