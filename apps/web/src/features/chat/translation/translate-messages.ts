import type { Language } from '@dragoman/domain/languages';
import type { TranslateMessagesAnswer } from '@dragoman/domain/translate-messages';
import { FunctionsHttpError } from '@supabase/functions-js';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { ReadOutcome } from './reader-desk.ts';

/** The server's own limit ends longer calls; it stores finished translations. */
const TIMEOUT_MS = 30_000;
/** Where a refusal does not say when to come again. */
const LIMITED_MS = 10_000;

/** Asks the function `translate-messages` for messages in the reader's language. Never rejects. */
export async function translateMessages(
  supabase: Supabase,
  messageIds: readonly string[],
  targetLanguage: Language,
): Promise<ReadOutcome> {
  const functions = await supabase.functions().catch(() => null);
  if (!functions) return { kind: 'unreachable' };
  const { data, error } = await functions.invoke('translate-messages', {
    body: { messageIds, targetLanguage },
    timeout: TIMEOUT_MS,
  });
  if (error instanceof FunctionsHttpError) return refusalOf(error.context);
  if (error) return { kind: 'unreachable' };
  return isAnswer(data) ? outcomeOf(data) : { kind: 'failed' };
}

/** Distinguishes our server's response from a proxy's page. */
function isAnswer(data: unknown): data is TranslateMessagesAnswer {
  const { translations, untranslated } = (data ?? {}) as Partial<Record<string, unknown>>;
  return Array.isArray(translations) && Array.isArray(untranslated);
}

function outcomeOf({ translations, untranslated }: TranslateMessagesAnswer): ReadOutcome {
  return {
    kind: 'answered',
    translations: new Map(
      translations.map(({ messageId, translatedText: text, engine }) => [messageId, { text, engine }]),
    ),
    untranslated: new Map(untranslated.map(({ messageId, reason }) => [messageId, reason])),
  };
}

function refusalOf({ status, headers }: Response): ReadOutcome {
  if (status !== 429) return { kind: 'failed' };
  const seconds = Number(headers.get('retry-after'));
  return { kind: 'limited', afterMs: seconds > 0 ? seconds * 1000 : LIMITED_MS };
}
