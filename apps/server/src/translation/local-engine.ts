import type { Language } from '@dragoman/domain/languages';
import {
  EngineError,
  type TranslationEngine,
  type TranslationJob,
} from '@dragoman/functions/translate/engines/engine';
import type { ModelStore } from '../models/model.ts';
import type { SentencePool } from './sentence-pool.ts';
import { planText, type Sentence } from './text/text-plan.ts';
import type { ModelPaths } from './worker/messages.ts';
import { ModelRefusedError } from './worker-process.ts';

export const LOCAL_ENGINE = 'bergamot';
/**
 * A long message has many sentences, which wait for those of others in between; but a cloud engine must have time left.
 * One attempt, because the pool has translated a sentence that failed twice.
 */
const LIMITS = { attempts: 1, attemptMs: 12_000 };
const NO_CHAT = { key: '', lane: 'live' } as const;

/** The engine on this machine. Chinese and Arabic are translated through English, for which there are models. */
export function createLocalEngine(models: ModelStore, pool: SentencePool): TranslationEngine {
  return {
    name: LOCAL_ENGINE,
    description: 'bergamot (Firefox Translations base-memory 3, on this machine)',
    limits: LIMITS,
    isReady: ({ source, target }) => route(models, source, target) !== null,
    async translate({ text, source, target }: TranslationJob, signal, turn = NO_CHAT) {
      const plan = planText(text, source, target);
      const failed = new AbortController();
      const ends = AbortSignal.any([signal, failed.signal]);
      const translate = async (sentence: Sentence) => {
        const paths = route(models, sentence.source, target);
        if (!paths) throw new EngineError('unavailable', 'A model is not ready');
        return pool.translate({ text: sentence.text, models: paths }, turn, ends);
      };
      try {
        return plan.assemble(await Promise.all(plan.sentences.map(translate)));
      } catch (error) {
        // Without one sentence the others are of no use.
        failed.abort();
        if (!(error instanceof ModelRefusedError)) throw error;
        models.markUnusable(error.id);
        throw new EngineError('unavailable', error.message, { cause: error });
      }
    },
  };
}

/** @returns the models from one language to the other, in their order; null while one of them is not ready */
function route(models: ModelStore, source: Language, target: Language): ModelPaths[] | null {
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

function modelPaths(models: ModelStore, id: string): ModelPaths | null {
  const files = models.files(id);
  if (!files?.model || !files.shortlist) return null;
  const { model, shortlist, vocabulary, sourceVocabulary, targetVocabulary } = files;
  const vocabularies = vocabulary ? [vocabulary] : [sourceVocabulary, targetVocabulary];
  return vocabularies.every((file) => file !== undefined) ? { id, model, shortlist, vocabularies } : null;
}
