import type { Language } from '@dragoman/domain/languages';
import type { Provider, Turn } from '../providers/provider.ts';

/** One text to translate. */
export interface TranslationJob {
  text: string;
  source: Language;
  target: Language;
}

/**
 * A machine or service that translates. An adapter maps codes and errors; retries and checks are
 * the chain's.
 */
export interface TranslationProvider extends Provider {
  /** Attempts, and milliseconds for one of them, where they differ from the chain's. */
  readonly limits?: { attempts: number; attemptMs: number };
  /** Checks whether the provider can translate this now. Without it, the provider always can. */
  isReady?(job: TranslationJob): boolean;
  /**
   * @param signal ends the attempt; the provider passes it to its calls.
   * @param turn of the text among others that wait; providers elsewhere do without
   * @returns the translation as the provider gave it, not checked yet.
   * @throws {EngineError}
   */
  translate(job: TranslationJob, signal: AbortSignal, turn?: Turn): Promise<string>;
}
