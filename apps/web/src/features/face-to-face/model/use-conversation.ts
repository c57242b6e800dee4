import type { Language } from '@dragoman/domain/languages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '@/shared/browser/new-id.ts';
import { type Line, type Side, withLine, withTranslation } from './conversation.ts';
import type { Interpreter } from './interpreter.ts';

export interface Conversation {
  lines: readonly Line[];
  /** Adds what a side has said and asks for its translation. */
  say(side: Side, text: string): void;
  /** Asks again for the translation of a line. */
  retry(line: Line): void;
}

/**
 * The conversation on this screen. A vendor's is kept as a chat as well.
 * @param languages of the two sides, for what is said from now on
 * @param onTranslated called when the translation of a line has come while this screen is open
 */
export function useConversation(
  interpreter: Interpreter,
  languages: Record<Side, Language>,
  onTranslated: (text: string, language: Language) => void,
): Conversation {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const told = useRef<typeof onTranslated | null>(null);
  useEffect(() => {
    told.current = onTranslated;
    // A translation may come after the page was left.
    return () => {
      told.current = null;
    };
  });

  const translate = useCallback(
    async ({ id, side, text, source, target }: Line, again: boolean) => {
      const result = await interpreter.interpret({ id, side, text, source, target }, again);
      setLines((known) =>
        withTranslation(
          known,
          id,
          result.kind === 'translated' ? { kind: 'done', text: result.text } : result,
        ),
      );
      if (result.kind === 'translated') told.current?.(result.text, target);
    },
    [interpreter],
  );

  return {
    lines,
    say(side, text) {
      const line: Line = {
        id: newId(),
        side,
        text,
        source: languages[side],
        target: languages[side === 'own' ? 'other' : 'own'],
        translation: { kind: 'waiting' },
      };
      setLines((known) => withLine(known, line));
      void translate(line, false);
    },
    retry(line) {
      setLines((known) => withTranslation(known, line.id, { kind: 'waiting' }));
      void translate(line, true);
    },
  };
}
