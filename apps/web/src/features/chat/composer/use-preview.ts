import type { Language } from '@dragoman/domain/languages';
import { useState } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { translateMessage } from '../translation/translate.ts';
import type { TranslateOutcome } from '../translation/translation-desk.ts';

/** A preview's request and its result; null while it is being translated. */
export interface Preview {
  text: string;
  source: Language;
  target: Language;
  outcome: TranslateOutcome | null;
}

interface PreviewControl {
  /** Of what is written now; null where it was not asked for, or has been written on since. */
  preview: Preview | null;
  show(): void;
  close(): void;
}

/** Translates what is being written, as sending it will. Nothing of it is kept but what the server's cache has of all texts. */
export function usePreview(
  sessionId: string,
  text: string,
  source: Language,
  target: Language | null,
): PreviewControl {
  const supabase = useSupabase();
  const [asked, setAsked] = useState<Preview | null>(null);
  const isCurrent = asked?.text === text && asked.source === source && asked.target === target;

  async function ask(wanted: Preview): Promise<void> {
    setAsked(wanted);
    const outcome = await translateMessage(supabase, { id: 'preview', sessionId, ...wanted });
    // Unless something else has been asked for since, or nothing any more.
    setAsked((current) => (current === wanted ? { ...wanted, outcome } : current));
  }

  return {
    preview: isCurrent ? asked : null,
    show() {
      if (target) void ask({ text, source, target, outcome: null });
    },
    close: () => setAsked(null),
  };
}
