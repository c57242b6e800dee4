import { readFileSync } from 'node:fs';
import type { AlignedMemory, Bergamot, BergamotModule, TranslationModel } from './bergamot-module.ts';
import type { ModelPaths } from './messages.ts';

/**
 * The files of a model cannot be read, or are not a model that the engine knows. The message is the
 * reason: it comes from the engine or the file system and never holds a user's text. The engine
 * must not be used again.
 */
export class UnusableModelError extends Error {
  override readonly name = 'UnusableModelError';
  readonly id: string;

  constructor(id: string, reason: string, cause: unknown) {
    super(reason, { cause });
    this.id = id;
  }
}

/** The engine's address space is used up. The engine must not be used again. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
  /** The model that was being loaded; null while a text was translated. */
  readonly id: string | null;

  constructor(id: string | null, cause: unknown) {
    super('The engine has no more memory', { cause });
    this.id = id;
  }
}

export interface Translator {
  /**
   * @param text one sentence
   * @param models one, or two of which the second translates what the first made; loaded when they
   * are first used
   * @throws {UnusableModelError} @throws {OutOfMemoryError} @throws when the engine aborted: it
   * must not be used again
   */
  translate(text: string, models: readonly ModelPaths[]): string;
}

const LONGEST_REASON = 200;
/** Bytes on which the engine wants its inputs to begin. */
const MODEL_ALIGNMENT = 256;
const OTHER_ALIGNMENT = 64;

/**
 * Models that are loaded at the same time: translation through English needs two. Each takes about
 * 600 MB of the engine's address space of 2 GB, and the engine aborts when that is used up.
 */
const MOST_MODELS = 2;

/**
 * The engine's decoding settings. Greedy search with int8 matrices is what the models were
 * published for; `ssplit-mode: sentence` takes a text as one sentence, because the server has split
 * it.
 */
const DECODING = `beam-size: 1
normalize: 1.0
word-penalty: 0
max-length-break: 128
mini-batch-words: 1024
workspace: 128
max-length-factor: 2.0
skip-cost: true
cpu-threads: 0
quiet: true
quiet-translation: true
gemm-precision: int8shiftAlphaAll
alignment: soft
ssplit-mode: sentence
`;

/** @param bergamot the started engine */
export function createTranslator({ api: bergamot, report }: Bergamot): Translator {
  const service = new bergamot.BlockingService({ cacheSize: 0 });
  /** The one that was used last is the last. */
  const loaded = new Map<string, TranslationModel>();

  function modelOf(paths: ModelPaths): TranslationModel {
    const known = loaded.get(paths.id);
    if (known) {
      loaded.delete(paths.id);
      loaded.set(paths.id, known);
      return known;
    }
    const [oldest] = loaded;
    if (oldest && loaded.size >= MOST_MODELS) {
      loaded.delete(oldest[0]);
      oldest[1].delete();
    }
    report.error = null;
    try {
      const model = load(bergamot, paths);
      // The engine reads a model's weights with the first sentence, and crashes on damaged ones.
      run(model, null, 'a');
      loaded.set(paths.id, model);
      return model;
    } catch (error) {
      if (report.isOutOfMemory) throw new OutOfMemoryError(paths.id, error);
      const reason = report.error ?? String((error as Error | null)?.message ?? error);
      throw new UnusableModelError(paths.id, reason.slice(0, LONGEST_REASON), error);
    }
  }

  /**
   * After an error the engine's memory is in an unknown state, so only a success deletes what it
   * allocated.
   */
  function run(first: TranslationModel, second: TranslationModel | null, text: string): string {
    const texts = new bergamot.VectorString();
    const options = new bergamot.VectorResponseOptions();
    texts.push_back(text);
    options.push_back({ qualityScores: false, alignment: false, html: false });
    const responses = second
      ? service.translateViaPivoting(first, second, texts, options)
      : service.translate(first, texts, options);
    const response = responses.get(0);
    const translated = response.getTranslatedText();
    for (const owned of [response, responses, texts, options]) owned.delete();
    return translated;
  }

  return {
    translate(text, paths) {
      const [first, second = null] = paths.map(modelOf);
      if (!first) throw new TypeError('A translation needs a model');
      try {
        return run(first, second, text);
      } catch (error) {
        throw report.isOutOfMemory ? new OutOfMemoryError(null, error) : error;
      }
    },
  };
}

function load(bergamot: BergamotModule, paths: ModelPaths): TranslationModel {
  const vocabularies = new bergamot.AlignedMemoryList();
  const inputs = [
    ...paths.vocabularies.map((file) => memoryOf(bergamot, file, OTHER_ALIGNMENT)),
    memoryOf(bergamot, paths.model, MODEL_ALIGNMENT),
    memoryOf(bergamot, paths.shortlist, OTHER_ALIGNMENT),
  ];
  const [shortlist, model] = inputs.toReversed() as [AlignedMemory, AlignedMemory];
  for (const vocabulary of inputs.slice(0, -2)) vocabularies.push_back(vocabulary);
  const loaded = new bergamot.TranslationModel(DECODING, model, shortlist, vocabularies, null);
  // The model has taken over their contents.
  for (const owned of [...inputs, vocabularies]) owned.delete();
  return loaded;
}

function memoryOf(bergamot: BergamotModule, file: string, alignment: number): AlignedMemory {
  const bytes = readFileSync(file);
  const memory = new bergamot.AlignedMemory(bytes.byteLength, alignment);
  memory.getByteArrayView().set(bytes);
  return memory;
}
