import { useRef, useState } from 'react';
import { newId } from '../browser/new-id.ts';

interface AttemptId {
  /** @returns the id for a row with this content: a new one unless the last attempt had the same */
  of(content: string): string;
  /** The row was added: the next one with the same content is another. */
  done(): void;
}

/**
 * Chooses the id of a row that nothing can change later, so that a second attempt, made because the
 * answer to the first was lost, adds no second one.
 */
export function useAttemptId(): AttemptId {
  const tried = useRef<{ id: string; content: string } | null>(null);
  const [attempt] = useState(() => ({
    of(content: string) {
      if (tried.current?.content !== content) tried.current = { id: newId(), content };
      return tried.current.id;
    },
    done() {
      tried.current = null;
    },
  }));
  return attempt;
}
