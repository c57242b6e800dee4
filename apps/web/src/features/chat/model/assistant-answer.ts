import type { AssistantEvent } from '@dragoman/domain/assistant';
import type { AssistantFailure } from '../api/ask-assistant.ts';

/** Where an answer of the assistant stands. What has come is never taken away but by something newer. */
export type AssistantAnswer =
  | { kind: 'none' }
  /** `text` is that of the answer before until the new one has begun: `begun` tells which. */
  | { kind: 'writing'; text: string; begun: boolean }
  | { kind: 'ended'; text: string; how: 'whole' | 'cut' | 'stopped' | 'broken' | 'too-slow' }
  /** It did not begin. */
  | { kind: 'failed'; text: string; failure: AssistantFailure };

export type AnswerChange =
  | { kind: 'asked' }
  | { kind: 'event'; event: AssistantEvent }
  /** The reader wants no more. */
  | { kind: 'stopped' }
  /** The connection ended before the answer. */
  | { kind: 'lost' }
  | { kind: 'refused'; failure: AssistantFailure };

export const NO_ANSWER: AssistantAnswer = { kind: 'none' };

/** @returns the answer after a change; a change that comes too late changes nothing */
export function nextAnswer(answer: AssistantAnswer, change: AnswerChange): AssistantAnswer {
  if (change.kind === 'asked') return { kind: 'writing', text: textOf(answer), begun: false };
  if (answer.kind !== 'writing') return answer;
  const { text } = answer;
  switch (change.kind) {
    case 'stopped':
      return text ? { kind: 'ended', text, how: 'stopped' } : NO_ANSWER;
    case 'lost':
      return { kind: 'ended', text, how: 'broken' };
    case 'refused':
      return { kind: 'failed', text, failure: change.failure };
    case 'event':
      return afterEvent(answer, change.event);
  }
}

function afterEvent(
  answer: Extract<AssistantAnswer, { kind: 'writing' }>,
  event: AssistantEvent,
): AssistantAnswer {
  switch (event.type) {
    case 'text':
      return { kind: 'writing', text: (answer.begun ? answer.text : '') + event.text, begun: true };
    case 'end':
      return { kind: 'ended', text: answer.text, how: event.cut ? 'cut' : 'whole' };
    case 'break':
      return { kind: 'ended', text: answer.text, how: event.reason };
  }
}

export function textOf(answer: AssistantAnswer): string {
  return answer.kind === 'none' ? '' : answer.text;
}
