import { askAssistant } from '@/features/chat/assistant/ask-assistant.ts';
import { FollowUpsPage } from '@/features/follow-ups/components/follow-ups-page.tsx';

/** Follow-up mails, drafted by the assistant of chats. */
export function FollowUpsWithAssistant() {
  return <FollowUpsPage ask={askAssistant} />;
}
