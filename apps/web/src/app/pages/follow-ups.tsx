import { AssistantError, askAssistant } from '@/features/chat/assistant/ask-assistant.ts';
import { FollowUpsPage } from '@/features/follow-ups/components/follow-ups-page.tsx';
import type { AskForEmail } from '@/features/follow-ups/model/use-drafts.ts';

/** Follow-up mails, drafted by the assistant of chats. */
export function FollowUpsWithAssistant() {
  return <FollowUpsPage ask={askForEmail} />;
}

/** A chat without words has no e-mail, which is no failure of the assistant. */
async function* askForEmail(...asked: Parameters<AskForEmail>): ReturnType<AskForEmail> {
  try {
    yield* askAssistant(...asked);
  } catch (error) {
    if (!(error instanceof AssistantError && error.failure.kind === 'empty-chat')) throw error;
  }
}
