import { createStore, type Store } from '../model/store.ts';

// The prefix is that of all drafts: signing out forgets them.
const PREFIX = 'dragoman-draft-chat:';

/**
 * The typed text in the composer of a session. It survives reloads and visits to other pages, in
 * this tab.
 */
export function savedDraft(chatId: string): Store<string> {
  const key = PREFIX + chatId;
  const draft = createStore(read(key));
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
