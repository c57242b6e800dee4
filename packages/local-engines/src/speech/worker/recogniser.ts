import type { Language } from '@dragoman/domain/languages';
import sherpa, { type OfflineRecognizer, type OfflineRecognizerConfig } from 'sherpa-onnx-node';
import type { SpeechModelPaths } from './messages.ts';
import { SAMPLE_RATE } from './samples.ts';

/** Writes down speech with the models that it has loaded. */
export interface Recogniser {
  /** @returns whether the model is loaded for this language */
  isLoaded(model: SpeechModelPaths, language: Language | null): boolean;
  /**
   * Loads a model. The engine ends the process over a model that it cannot load.
   * @throws {Error} for a configuration that the engine refuses
   */
  load(model: SpeechModelPaths, language: Language | null): void;
  /**
   * @param samples at most 28 seconds
   * @returns the text; empty when the model heard no words
   */
  recognise(model: SpeechModelPaths, language: Language | null, samples: Float32Array): string;
}

/** SenseVoice's language value for a sound without speech. */
const NO_SPEECH = '<|nospeech|>';

/**
 * Whisper changes its language between recordings. SenseVoice has one language from its loading on,
 * so it is loaded once for Chinese and once for English: three engines at most, which together stay
 * under the pool's bound of memory.
 * @param threads of the processor that the engine uses
 */
export function createRecogniser(threads: number): Recogniser {
  const loaded = new Map<string, OfflineRecognizer>();

  return {
    isLoaded: (model, language) => loaded.has(nameOf(model, language)),
    load(model, language) {
      loaded.set(nameOf(model, language), new sherpa.OfflineRecognizer(configOf(model, language, threads)));
    },
    recognise(model, language, samples) {
      const engine = loaded.get(nameOf(model, language));
      if (!engine) throw new Error('The model is not loaded');
      if (model.kind === 'whisper') engine.setConfig(configOf(model, language, threads));
      const stream = engine.createStream();
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
      engine.decode(stream);
      const { text, lang } = engine.getResult(stream);
      return lang === NO_SPEECH ? '' : text.trim();
    },
  };
}

function nameOf(model: SpeechModelPaths, language: Language | null): string {
  return model.kind === 'whisper' ? model.id : `${model.id} ${language ?? ''}`;
}

function configOf(
  model: SpeechModelPaths,
  language: Language | null,
  numThreads: number,
): OfflineRecognizerConfig {
  // The product's codes are those of both models; an empty one lets the model find out.
  const spoken = language ?? '';
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      ...(model.kind === 'whisper'
        ? {
            whisper: {
              encoder: model.encoder,
              decoder: model.decoder,
              language: spoken,
              task: 'transcribe' as const,
            },
          }
        : { senseVoice: { model: model.model, language: spoken, useInverseTextNormalization: 1 as const } }),
      tokens: model.tokens,
      numThreads,
      provider: 'cpu',
    },
  };
}
