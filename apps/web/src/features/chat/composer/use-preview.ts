import type { Language } from '@dragoman/domain/languages';
import { useState } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import type { TranslateOutcome } from '../translation/outgoing-translations.ts';
import { translateMessage } from '../translation/translate.ts';

/** A preview's request and its result; null while it is being translated. */
export interface Preview {
  text: string;
  source: Language;
  target: Language;
  outcome: TranslateOutcome | null;
}

interface PreviewControl {
  /** The preview of the present text; null if none was requested, or the text has changed since. */
  preview: Preview | null;
  show(): void;
  close(): void;
}

/**
 * Translates what is being written, as sending it will. Only the server's cache keeps it, as it
 * does all texts.
 */
export function usePreview(
  chatId: string,
  text: string,
  source: Language,
  target: Language | null,
): PreviewControl {
  const supabase = useSupabase();
  const [asked, setAsked] = useState<Preview | null>(null);
  const isCurrent = asked?.text === text && asked.source === source && asked.target === target;

  async function request(wanted: Preview): Promise<void> {
    setAsked(wanted);
    const outcome = await translateMessage(supabase, { id: 'preview', sessionId: chatId, ...wanted });
    // Unless something else has been asked for since, or nothing any more.
    setAsked((current) => (current === wanted ? { ...wanted, outcome } : current));
  }

  return {
    preview: isCurrent ? asked : null,
    show() {
      if (target) void request({ text, source, target, outcome: null });
    },
    close: () => setAsked(null),
  };
}
