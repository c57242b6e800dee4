import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import type { ModelStore } from '../models/model.ts';
import type { SpeechModelPaths } from './worker/messages.ts';

const SENSEVOICE = 'speech-sensevoice';
const WHISPER = 'speech-whisper-turbo';
/** SenseVoice knows no Arabic. */
const OF_SENSEVOICE: ReadonlySet<Language | null> = new Set<Language | null>(['zh', 'en']);

type ReadyModels = Pick<ModelStore, 'files'>;

/**
 * SenseVoice for Chinese and English, Whisper for everything else and where SenseVoice is missing.
 * @param language null: not known
 * @returns null while no model for the language is ready
 */
export function chooseSpeechModel(models: ReadyModels, language: Language | null): SpeechModelPaths | null {
  return (OF_SENSEVOICE.has(language) ? senseVoice(models) : null) ?? whisper(models);
}

/** @returns whether this machine can write down at least one language now */
export function supportsSpeech(models: ReadyModels): boolean {
  return LANGUAGES.some((language) => chooseSpeechModel(models, language) !== null);
}

/** @returns whether an administrator has switched a model on, ready or not */
export function isSpeechSwitchedOn(models: Pick<ModelStore, 'statuses'>): boolean {
  return models.statuses().some(({ kind, state }) => kind === 'speech' && state !== 'off');
}

function senseVoice(models: ReadyModels): SpeechModelPaths | null {
  const { model, tokens } = models.files(SENSEVOICE) ?? {};
  return model && tokens ? { kind: 'sensevoice', id: SENSEVOICE, model, tokens } : null;
}

function whisper(models: ReadyModels): SpeechModelPaths | null {
  const { encoder, decoder, tokens } = models.files(WHISPER) ?? {};
  return encoder && decoder && tokens ? { kind: 'whisper', id: WHISPER, encoder, decoder, tokens } : null;
}
