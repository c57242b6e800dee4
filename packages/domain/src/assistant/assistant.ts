import type { AnswerSource } from '../knowledge-base/knowledge-base-answer.ts';

/** The assistant's tasks for a chat (issue 7, item 5). */
export const CHAT_TASKS = ['summary', 'replies', 'email'] as const;
export type ChatTask = (typeof CHAT_TASKS)[number];

/** Tasks of the assistant; `ask` answers from the caller's own knowledge base. */
export const ASSISTANT_TASKS = [...CHAT_TASKS, 'ask'] as const;
export type AssistantTask = (typeof ASSISTANT_TASKS)[number];

/** The number of suggested replies. */
export const REPLIES = 3;

/** Why an answer that had begun ended before its end. */
export type AssistantBreak =
  /** The model stopped in the middle, or went silent. */
  | 'broken'
  /** It took longer than an answer may. */
  | 'too-slow';

/** One event of the answer's stream, each the JSON of a `data:` line (text/event-stream). */
export type AssistantEvent =
  /**
   * First of an answer from the knowledge base: the passages that it may cite as [1], [2] and so
   * on. Without any, no answer follows.
   */
  | { type: 'sources'; sources: AnswerSource[] }
  /** More of the text. */
  | { type: 'text'; text: string }
  /** The whole text is there; `cut`: it was longer than an answer may be. */
  | { type: 'end'; cut: boolean }
  /** No more text follows. */
  | { type: 'break'; reason: AssistantBreak };

/** The answer to a call that is refused. */
export interface AssistantRefusal {
  error: string;
  code:
    | 'off'
    | 'limited'
    | 'unavailable'
    | 'no-chat'
    | 'empty-chat'
    | 'bad-request'
    | 'no-session'
    | 'no-profile';
}

/** A line of the assistant's text, as it is shown. */
export type AssistantLine = { kind: 'heading' | 'item' | 'text'; text: string };

/**
 * Headings and items of an answer; nothing else of Markdown counts, and whatever looks like an
 * address or a picture stays letters.
 * @param text as far as it has come
 */
export function assistantLines(text: string): AssistantLine[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const heading = /^#{1,4}\s+(\S.*)$/.exec(line)?.[1];
      if (heading) return { kind: 'heading', text: plain(heading) };
      const item = /^(?:[-*•–]|\d{1,2}[.)、])\s+(\S.*)$/.exec(line)?.[1];
      return item ? { kind: 'item', text: plain(item) } : { kind: 'text', text: plain(line) };
    });
}

/**
 * @returns the suggestions of an answer of one a line; models number and quote them although they
 * were told not to.
 */
export function suggestedReplies(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      plain(line.trim().replace(/^(?:[-*•–]|[\d١-٩][.)、：:-])\s*/, '')).replace(
        /^["“«「](.*)["”»」]$/,
        '$1',
      ),
    )
    .filter((line) => line !== '')
    .slice(0, REPLIES);
}

/** An e-mail as it is handed to a mail program. */
export interface WrittenEmail {
  subject: string;
  body: string;
}

/** @returns subject and body of an answer whose first line is the subject */
export function writtenEmail(text: string): WrittenEmail {
  const [first = '', ...rest] = text.trimStart().split('\n');
  const subject = plain(first.replace(/^(?:subject|主题|الموضوع)\s*[:：]\s*/i, '').trim());
  return { subject, body: rest.join('\n').trim() };
}

/** Without the stars that make words bold. */
function plain(text: string): string {
  return text.replace(/\*\*(.+?)\*\*/g, '$1').trim();
}
