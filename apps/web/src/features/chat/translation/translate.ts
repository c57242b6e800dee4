import { FunctionsHttpError } from '@supabase/functions-js';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { TranslateOutcome, TranslationFailure, TranslationRequest } from './outgoing-translations.ts';
import { loadPhrasebook } from './phrasebook.ts';

/** The server gives its engines less time than this; a later answer cannot come. */
const TIMEOUT_MS = 30_000;

type Untranslated = Pick<TranslationRequest, 'text' | 'source' | 'target'>;

/**
 * Asks the function `translate` (specification 7.7); when it cannot be reached, the phrasebook in
 * this browser. Never rejects.
 * @param request without a chat, the glossary of the caller holds; otherThan: the provider that must
 * not be the one that translates
 */
export async function translateMessage(
  supabase: Supabase,
  request: Untranslated & Partial<Pick<TranslationRequest, 'id' | 'sessionId'>> & { otherThan?: string },
): Promise<TranslateOutcome> {
  const { sessionId: chatId, text: original, source, target, otherThan } = request;
  const { data: auth } = await supabase.auth.getSession();
  // An expired token cannot be renewed without a network; the user stays signed in.
  if (!auth.session && globalThis.navigator?.onLine === false) return fromPhrasebook(request);
  if (!auth.session) return { kind: 'failed', failure: { kind: 'no-session' } };
  const functions = await supabase.functions().catch(() => null);
  if (!functions) return fromPhrasebook(request);
  const { data, error } = await functions.invoke('translate', {
    body: {
      text: original,
      targetLanguage: target,
      sourceLanguage: source,
      sessionId: chatId ?? undefined,
      otherThan,
    },
    timeout: TIMEOUT_MS,
  });
  if (error instanceof FunctionsHttpError) return { kind: 'failed', failure: await failureOf(error.context) };
  if (error) return fromPhrasebook(request);
  const answer = (data ?? {}) as Partial<Record<'translatedText' | 'engine', unknown>>;
  const text = stringOf(answer.translatedText);
  if (text?.trim()) return { kind: 'translated', text, engine: stringOf(answer.engine) };
  return { kind: 'failed', failure: { kind: 'no-translation' } };
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Without a network the phrasebook of the installed app still works. */
async function fromPhrasebook({ text, source, target }: Untranslated): Promise<TranslateOutcome> {
  const book = await loadPhrasebook().catch(() => null);
  const translated = book?.phrasebook.translate({ text: text.trim(), source, target });
  return translated
    ? { kind: 'translated', text: translated, engine: 'phrasebook', here: true }
    : { kind: 'unreachable' };
}

async function failureOf(response: Response): Promise<TranslationFailure> {
  if (response.status === 429) return { kind: 'limited' };
  const body: unknown = await response.json().catch(() => null);
  const message = (body as { error?: unknown } | null)?.error;
  if (typeof message === 'string' && message) return { kind: 'server', message };
  return { kind: response.status === 401 ? 'no-session' : 'unknown' };
}
