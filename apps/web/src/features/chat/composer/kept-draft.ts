import { type WritableValue, writableValue } from '../model/store-value.ts';

// The prefix is that of all drafts: signing out forgets them.
const PREFIX = 'dragoman-draft-chat:';

/**
 * The typed text in the composer of a session. It survives reloads and visits to other pages, in
 * this tab.
 */
export function keptDraft(sessionId: string): WritableValue<string> {
  const key = PREFIX + sessionId;
  const draft = writableValue(read(key));
  draft.subscribe(() => write(key, draft.get()));
  return draft;
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a draft lives as long as the page.
  }
}
