import { useCallback, useState } from 'react';

// The prefix is that of all drafts: signing out forgets them.
const PREFIX = 'dragoman-draft-chat:';

/** What is typed in the composer of a session. It survives reloads and trips to other pages, in this tab. */
export function useDraft(sessionId: string): readonly [string, (text: string) => void] {
  const key = PREFIX + sessionId;
  const [text, setText] = useState(() => read(key));
  const change = useCallback(
    (next: string) => {
      setText(next);
      write(key, next);
    },
    [key],
  );
  return [text, change];
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
