import { DRAFT_PREFIX } from '@/shared/offline/draft-storage.ts';
import { createStore, type Store } from '../model/store.ts';

/**
 * The id of the message that the next one of a session quotes; null without a quote. It is kept
 * with the draft: in this tab, over reloads, until the user signs out.
 */
export function savedQuote(chatId: string): Store<string | null> {
  const key = `${DRAFT_PREFIX}quote:${chatId}`;
  const quote = createStore(read(key));
  quote.subscribe(() => write(key, quote.get()));
  return quote;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, id: string | null): void {
  try {
    if (id) sessionStorage.setItem(key, id);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a quote lives as long as the page.
  }
}
