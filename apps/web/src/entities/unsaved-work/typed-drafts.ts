import { DRAFT_PREFIX, ROW_ID } from '@/shared/offline/draft-storage.ts';

/**
 * The composer of a chat keeps its text as it is, a form its fields as JSON
 * (`features/chat/composer/saved-draft.ts`).
 */
const CHAT_PREFIX = `${DRAFT_PREFIX}chat:`;

/** Typed text on one page of this tab that was neither sent nor saved. */
export interface TypedDraft {
  /** The chat that a message is meant for. */
  sessionId?: string;
  /** The message, or `field: text` for each field. */
  text: string;
}

/**
 * @param store the tab's own, unless it is given
 * @returns what was typed in this tab; nothing where storage is forbidden
 */
export function typedDrafts(store?: Storage): TypedDraft[] {
  try {
    // Naming it throws already where it is forbidden.
    const kept = store ?? sessionStorage;
    return Object.keys(kept)
      .filter((key) => key.startsWith(DRAFT_PREFIX))
      .map((key) => readDraft(key, kept.getItem(key) ?? ''))
      .filter(({ text }) => text.trim() !== '');
  } catch {
    return [];
  }
}

function readDraft(key: string, value: string): TypedDraft {
  if (key.startsWith(CHAT_PREFIX)) return { sessionId: key.slice(CHAT_PREFIX.length), text: value };
  return { text: fieldLines(value) };
}

function fieldLines(json: string): string {
  let fields: unknown;
  try {
    fields = JSON.parse(json);
  } catch {
    return '';
  }
  // The step of a wizard is stored in the same way, but is not typed text.
  if (typeof fields !== 'object' || fields === null || 'step' in fields) return '';
  return Object.entries(fields)
    .filter((field): field is [string, string] => typeof field[1] === 'string' && field[1].trim() !== '')
    .filter(([name]) => name !== ROW_ID)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}
