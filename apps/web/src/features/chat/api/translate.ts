import { FunctionsHttpError } from '@supabase/functions-js';
import type { Supabase } from '../../../lib/supabase.ts';
import type { TranslateOutcome, TranslationFailure, TranslationRequest } from '../model/translation-desk.ts';

/** Engines are given less than this by the server; beyond it nobody is there. */
const TIMEOUT_MS = 30_000;

/** Asks the function `translate` (spec section 7). Never rejects. */
export async function translateMessage(
  supabase: Supabase,
  { text, source, target }: TranslationRequest,
): Promise<TranslateOutcome> {
  const { data: auth } = await supabase.auth.getSession();
  if (!auth.session) return { kind: 'failed', failure: { kind: 'no-session' } };
  const functions = await supabase.functions().catch(() => null);
  if (!functions) return { kind: 'unreachable' };
  const { data, error } = await functions.invoke('translate', {
    body: { text, targetLanguage: target, sourceLanguage: source },
    timeout: TIMEOUT_MS,
  });
  if (error instanceof FunctionsHttpError) return { kind: 'failed', failure: await failureOf(error.context) };
  if (error) return { kind: 'unreachable' };
  const translated = (data as { translatedText?: unknown } | null)?.translatedText;
  if (typeof translated === 'string' && translated.trim()) return { kind: 'translated', text: translated };
  return { kind: 'failed', failure: { kind: 'no-translation' } };
}

async function failureOf(response: Response): Promise<TranslationFailure> {
  const body: unknown = await response.json().catch(() => null);
  const message = (body as { error?: unknown } | null)?.error;
  if (typeof message === 'string' && message) return { kind: 'server', message };
  return { kind: response.status === 401 ? 'no-session' : 'unknown' };
}
