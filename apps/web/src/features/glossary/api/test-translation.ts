import { findTerms } from '@dragoman/domain/glossary/find-terms';
import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import type { Language } from '@dragoman/domain/languages';
import { translateResponseSchema } from '@dragoman/domain/translation/translate-contract';
import { FunctionsHttpError } from '@supabase/functions-js';
import type { Supabase } from '@/shared/api/supabase.ts';

/** A sentence to try the glossary on. */
export interface TestTranslation {
  text: string;
  source: Language;
  target: Language;
}

export interface TestTranslationResult {
  trial: TestTranslation;
  /** Terms that the sentence has, as it writes them, and how they read. */
  found: { written: string; rendering: string }[];
  outcome:
    | { kind: 'translated'; text: string; engine: string }
    | { kind: 'failed'; reason: 'no-engine' | 'limited' | 'unreachable' | 'failed' };
}

/**
 * Translates a sentence as in one of the caller's chats: by the same function, with the caller's
 * glossary. Never rejects.
 */
export async function testTranslation(
  supabase: Supabase,
  trial: TestTranslation,
  terms: readonly GlossaryTerm[],
): Promise<TestTranslationResult> {
  const text = trial.text.trim().normalize('NFC');
  const matches = findTerms(text, terms, trial.source, trial.target);
  const found = matches.map(({ start, end, rendering }) => ({ written: text.slice(start, end), rendering }));
  return { trial, found, outcome: await outcomeOf(supabase, trial) };
}

async function outcomeOf(
  supabase: Supabase,
  { text, source, target }: TestTranslation,
): Promise<TestTranslationResult['outcome']> {
  const functions = await supabase.functions().catch(() => null);
  if (!functions) return { kind: 'failed', reason: 'unreachable' };
  const { data, error } = await functions.invoke('translate', {
    body: { text, sourceLanguage: source, targetLanguage: target },
  });
  if (error instanceof FunctionsHttpError) return { kind: 'failed', reason: reasonOf(error.context.status) };
  if (error) return { kind: 'failed', reason: 'unreachable' };
  const answer = translateResponseSchema.safeParse(data).data;
  if (!answer) return { kind: 'failed', reason: 'failed' };
  return { kind: 'translated', text: answer.translatedText, engine: answer.engine ?? '' };
}

function reasonOf(status: number): 'no-engine' | 'limited' | 'failed' {
  if (status === 503) return 'no-engine';
  return status === 429 ? 'limited' : 'failed';
}
