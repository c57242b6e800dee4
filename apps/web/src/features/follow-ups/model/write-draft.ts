import { type AssistantEvent, type WrittenEmail, writtenEmail } from '@dragoman/domain/assistant/assistant';
import { followUpWithin } from '@dragoman/domain/follow-ups/follow-up-template';

/**
 * Reads the assistant's e-mail to its end.
 * @returns null when it breaks off or has no text: the template takes its place
 * @throws what the events throw
 */
export async function readWrittenEmail(events: AsyncIterable<AssistantEvent>): Promise<WrittenEmail | null> {
  let text = '';
  for await (const event of events) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'break') return null;
    if (event.type === 'end') {
      const mail = followUpWithin(writtenEmail(text));
      return mail.subject && mail.body ? mail : null;
    }
  }
  return null;
}
