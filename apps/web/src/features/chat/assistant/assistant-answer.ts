import type { AssistantEvent } from '@dragoman/domain/assistant/assistant';
import type { AnswerSource } from '@dragoman/domain/knowledge-base/knowledge-base-answer';
import type { AssistantFailure } from './ask-assistant.ts';

/** The state of the assistant's answer. Shown text is replaced only by newer text. */
export type AssistantAnswer =
  | { kind: 'none' }
  /** The previous answer stays visible until the new one has `begun`. */
  | (Shown & { kind: 'writing'; begun: boolean })
  | (Shown & { kind: 'ended'; how: 'whole' | 'cut' | 'stopped' | 'broken' | 'too-slow' })
  /** It did not begin. */
  | (Shown & { kind: 'failed'; failure: AssistantFailure });

interface Shown {
  text: string;
  /** Passages that an answer from material may cite. */
  sources?: readonly AnswerSource[] | undefined;
}

export type AnswerChange =
  | { kind: 'asked' }
  | { kind: 'event'; event: AssistantEvent }
  /** The viewer wants no more. */
  | { kind: 'stopped' }
  /** The connection ended before the answer. */
  | { kind: 'lost' }
  | { kind: 'refused'; failure: AssistantFailure };

export const NO_ANSWER: AssistantAnswer = { kind: 'none' };

/** @returns the answer after a change; a change that comes too late changes nothing */
export function nextAnswer(answer: AssistantAnswer, change: AnswerChange): AssistantAnswer {
  if (change.kind === 'asked') return { kind: 'writing', ...shownOf(answer), begun: false };
  if (answer.kind !== 'writing') return answer;
  const shown = shownOf(answer);
  switch (change.kind) {
    case 'stopped':
      return shown.text ? { kind: 'ended', ...shown, how: 'stopped' } : NO_ANSWER;
    case 'lost':
      return { kind: 'ended', ...shown, how: 'broken' };
    case 'refused':
      return { kind: 'failed', ...shown, failure: change.failure };
    case 'event':
      return afterEvent(answer, change.event);
  }
}

function afterEvent(
  answer: Extract<AssistantAnswer, { kind: 'writing' }>,
  event: AssistantEvent,
): AssistantAnswer {
  const shown = shownOf(answer);
  switch (event.type) {
    case 'sources':
      return { kind: 'writing', text: '', sources: event.sources, begun: true };
    case 'text':
      return { kind: 'writing', ...shown, text: (answer.begun ? shown.text : '') + event.text, begun: true };
    case 'end':
      return { kind: 'ended', ...shown, how: event.cut ? 'cut' : 'whole' };
    case 'break':
      return { kind: 'ended', ...shown, how: event.reason };
  }
}

/** The visible part of an answer. */
export function shownOf(answer: AssistantAnswer): Shown {
  return answer.kind === 'none' ? { text: '' } : { text: answer.text, sources: answer.sources };
}
