import { setMaxListeners } from 'node:events';
import type { Language } from '@dragoman/domain/languages';
import { ProviderError } from '@dragoman/functions/providers/provider';
import { keepsFixedTokens, splitAtAddresses } from '@dragoman/functions/translate/checks/fixed-tokens';
import type { TranslationJob, TranslationProvider } from '@dragoman/functions/translate/translation-provider';
import type { ModelStore } from '../models/model.ts';
import { ModelRefusedError } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { planText, type Sentence } from './text/text-plan.ts';
import type { ModelPaths, TranslateJob } from './worker/messages.ts';

/** The part of the store that the engine needs. */
export type UsableModels = Pick<ModelStore, 'files' | 'markUnusable'>;

export const LOCAL_PROVIDER = 'bergamot';
/**
 * A long message has many sentences, which wait for those of others in between; but a cloud engine
 * must have time left. One attempt, because the pool has translated a sentence that failed twice.
 */
const LIMITS = { attempts: 1, attemptMs: 12_000 };
const NO_CHAT = { key: '', lane: 'live' } as const;

/**
 * The engine on this machine. Chinese and Arabic are translated through English, for which there
 * are models.
 */
export function createLocalProvider(
  models: UsableModels,
  pool: WorkerPool<TranslateJob, string>,
): TranslationProvider {
  return {
    name: LOCAL_PROVIDER,
    description: 'bergamot (Firefox Translations base-memory 3, on this machine)',
    limits: LIMITS,
    isReady: ({ source, target }) => route(models, source, target) !== null,
    async translate({ text, source, target }: TranslationJob, signal, turn = NO_CHAT) {
      const plan = planText(text, source, target);
      const failed = new AbortController();
      const ends = AbortSignal.any([signal, failed.signal]);
      // Every sentence that waits listens to it; Node.js warns above ten listeners.
      setMaxListeners(plan.sentences.length, ends);
      let begun = 0;
      let done = 0;
      const translate = async (sentence: Sentence) => {
        const paths = route(models, sentence.source, target);
        if (!paths) throw new ProviderError('unavailable', 'A model is not ready');
        return keepingAddresses(sentence.text, async (words) => {
          const answer = await pool.run({ text: words, models: paths }, turn, ends, () => {
            begun += 1;
          });
          done += 1;
          return answer;
        });
      };
      try {
        return plan.assemble(await Promise.all(plan.sentences.map(translate)));
      } catch (error) {
        const isLate = signal.aborted;
        // Without one sentence the others are of no use.
        failed.abort();
        // The engine works, but the text is long or others are before it. If this counted as a
        // failure, a few long texts would pause the engine for all users.
        if (isLate && (begun === 0 || done > 0)) {
          throw new ProviderError('busy', 'The text needs more time than it may have', { cause: error });
        }
        if (!(error instanceof ModelRefusedError)) throw error;
        models.markUnusable(error.id, error.reason);
        throw new ProviderError('unavailable', error.message, { cause: error });
      }
    },
  };
}

/**
 * Translates a sentence; where the engine loses an address, the words around the addresses one by
 * one.
 */
async function keepingAddresses(
  sentence: string,
  translate: (words: string) => Promise<string>,
): Promise<string> {
  const answer = await translate(sentence);
  const pieces = splitAtAddresses(sentence);
  if (pieces.length === 1 || keepsFixedTokens(sentence, answer)) return answer;
  const translated = await Promise.all(
    pieces.map(async (piece, index) => {
      const isAddress = index % 2 === 1;
      return isAddress || !/\p{L}/u.test(piece) ? piece : ` ${(await translate(piece.trim())).trim()} `;
    }),
  );
  return translated.join('').trim();
}

/**
 * @returns the models from one language to the other, in their order; null while one of them is not
 * ready
 */
function route(models: UsableModels, source: Language, target: Language): ModelPaths[] | null {
  const hops: [Language, Language][] =
    source === 'en' || target === 'en'
      ? [[source, target]]
      : [
          [source, 'en'],
          ['en', target],
        ];
  const paths = hops.map(([from, to]) => modelPaths(models, `translation-${from}-${to}`));
  return paths.every((one) => one !== null) ? paths : null;
}

function modelPaths(models: UsableModels, id: string): ModelPaths | null {
  const files = models.files(id);
  if (!files?.model || !files.shortlist) return null;
  const { model, shortlist, vocabulary, sourceVocabulary, targetVocabulary } = files;
  const vocabularies = vocabulary ? [vocabulary] : [sourceVocabulary, targetVocabulary];
  return vocabularies.every((file) => file !== undefined) ? { id, model, shortlist, vocabularies } : null;
}
