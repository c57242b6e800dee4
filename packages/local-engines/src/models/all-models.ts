import type { Model } from './model.ts';
import { SPEECH_MODELS } from './speech-models.ts';
import { TRANSLATION_MODELS } from './translation-models.ts';

/** Every model that the server can install. */
export const ALL_MODELS: readonly Model[] = [...TRANSLATION_MODELS, ...SPEECH_MODELS];

/**
 * @param id of a model
 * @returns the model; null for an unknown id
 */
export function findModel(id: string): Model | null {
  return ALL_MODELS.find((model) => model.id === id) ?? null;
}
