import type { LanguageModel } from '@dragoman/functions/assistant/language-model';
import { stripReasoning } from '@dragoman/functions/assistant/strip-reasoning';
import { DocumentReadError } from '@dragoman/functions/documents/recognized-document';
import type { ScanProvider } from '@dragoman/functions/documents/scan-provider';
import { isProviderError, ProviderError } from '@dragoman/functions/providers/provider';
import type { SpeechProvider } from '@dragoman/functions/speech/speech-provider';
import type { TranslationProvider } from '@dragoman/functions/translate/translation-provider';
import { SAMPLE_SPEECH } from '@dragoman/local-engines/speech/sample-speech';
import type { ProviderTestFailure } from '../providers/provider-status.ts';
import { SAMPLE_CARD } from './sample-card.ts';

/**
 * A tiny piece of work for one provider, without user data.
 * @returns the provider's output; empty when it says nothing
 * @throws {EngineError} @throws {DocumentReadError} and the reason with which the signal was
 * aborted
 */
export type Probe = (signal: AbortSignal) => Promise<string>;

/** The provider cannot work yet, which says nothing about its health. */
class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

const SENTENCE = { text: 'Welcome to our booth!', source: 'en', target: 'zh' } as const;
const GREETING = {
  instructions:
    'A person is checking whether you answer. Say a greeting of at most three words, and nothing else.',
  data: 'Hello',
};
/** The limit for an answer that does not end. */
const ENOUGH_CHARACTERS = 200;

/** A sentence of the fair. A provider whose models are not there yet is not asked. */
export function translationProbe(provider: TranslationProvider): Probe {
  return async (signal) => {
    if (provider.isReady?.(SENTENCE) === false) throw new NotReadyError('The engine is not ready yet');
    const answer = (await provider.translate({ ...SENTENCE }, signal)).trim();
    if (answer === '' || answer === SENTENCE.text) throw useless('The engine gave no translation');
    return answer;
  };
}

/**
 * A spoken sentence. The answer is the text that the provider heard, so that an administrator sees
 * how well it hears.
 */
export function speechProbe(provider: SpeechProvider): Probe {
  return async (signal) => {
    if (provider.isReady?.('en') === false) throw new NotReadyError('The engine is not ready yet');
    const heard = (await provider.transcribe({ audio: SAMPLE_SPEECH, language: 'en' }, signal)).trim();
    if (heard === '') throw useless('The engine heard no words');
    return heard;
  };
}

/** A greeting, of which the beginning is enough. */
export function modelProbe(model: LanguageModel): Probe {
  return async (signal) => {
    let said = '';
    for await (const piece of stripReasoning(await model.write(GREETING, signal, signal))) {
      said += piece;
      if (said.length >= ENOUGH_CHARACTERS) break;
    }
    if (said.trim() === '') throw useless('The model said nothing');
    return said.trim();
  };
}

/** A card with a name and a company on it, one of which it must find. */
export function readerProbe(provider: ScanProvider): Probe {
  return async (signal) => {
    const image = { bytes: SAMPLE_CARD.png, kind: 'png' } as const;
    const { fields } = await provider.readCard(image, { signal, hints: { language: 'en' } });
    const found = [fields.name, fields.company];
    if (!found.includes(SAMPLE_CARD.name) && !found.includes(SAMPLE_CARD.company)) {
      throw useless('The engine did not read the card');
    }
    return found.filter(Boolean).join(', ');
  };
}

/**
 * @returns how a probe failed: in one word for the page, and as the provider's health counts it;
 * null where it says nothing of it
 */
export function probeFailure(error: Error): { failure: ProviderTestFailure; counted: ProviderError | null } {
  const inner = error instanceof DocumentReadError && isProviderError(error.cause) ? error.cause : error;
  if (inner instanceof NotReadyError) return { failure: 'not-ready', counted: null };
  if (isProviderError(inner)) return { failure: inner.failure, counted: inner };
  if (inner instanceof DocumentReadError && inner.failure === 'busy') {
    return { failure: 'busy', counted: null };
  }
  const timedOut =
    inner.name === 'TimeoutError' || (inner instanceof DocumentReadError && inner.failure === 'timeout');
  const isReader = inner instanceof DocumentReadError;
  const failure = timedOut ? 'timeout' : isReader ? 'unavailable' : 'network';
  return { failure, counted: new ProviderError(failure, 'The engine did not answer', { cause: inner }) };
}

function useless(message: string): ProviderError {
  return new ProviderError('bad-answer', message);
}
