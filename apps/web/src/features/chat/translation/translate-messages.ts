import type { Language } from '@dragoman/domain/languages';
import type { TranslateMessagesResponse } from '@dragoman/domain/translation/translate-messages';
import { FunctionsHttpError } from '@supabase/functions-js';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { ViewerTranslationsOutcome } from './viewer-translations.ts';

/** The server's own limit ends longer calls; it stores finished translations. */
const TIMEOUT_MS = 30_000;
/** The wait after a refusal that does not say when to retry. */
const LIMITED_MS = 10_000;

/** Asks the function `translate-messages` for messages in the viewer's language. Never rejects. */
export async function translateMessages(
  supabase: Supabase,
  messageIds: readonly string[],
  targetLanguage: Language,
): Promise<ViewerTranslationsOutcome> {
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
function isAnswer(data: unknown): data is TranslateMessagesResponse {
  const { translations, untranslated } = (data ?? {}) as Partial<Record<string, unknown>>;
  return Array.isArray(translations) && Array.isArray(untranslated);
}

function outcomeOf({ translations, untranslated }: TranslateMessagesResponse): ViewerTranslationsOutcome {
  return {
    kind: 'answered',
    translations: new Map(
      translations.map(({ messageId, translatedText: text, engine: provider }) => [
        messageId,
        { text, engine: provider },
      ]),
    ),
    untranslated: new Map(untranslated.map(({ messageId, reason }) => [messageId, reason])),
  };
}

function refusalOf({ status, headers }: Response): ViewerTranslationsOutcome {
  if (status !== 429) return { kind: 'failed' };
  const seconds = Number(headers.get('retry-after'));
  return { kind: 'limited', afterMs: seconds > 0 ? seconds * 1000 : LIMITED_MS };
}
