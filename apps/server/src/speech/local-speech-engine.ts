import { type SpeechEngine, UnreadableRecordingError } from '@dragoman/functions/speech/speech-engine';
import { EngineError, isEngineError, type Turn } from '@dragoman/functions/translate/engines/engine';
import type { EnginePool } from '../local-engines/engine-pool.ts';
import { InputRefusedError, ModelRefusedError } from '../local-engines/worker-errors.ts';
import type { ModelStore } from '../models/model.ts';
import { chooseSpeechModel } from './choose-model.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

/** The part of the store that the engine needs. */
export type UsableModels = Pick<ModelStore, 'files' | 'markUnusable'>;

export const LOCAL_SPEECH_ENGINE = 'sherpa-onnx';
/**
 * Milliseconds for waiting and writing down. One attempt, because the pool has tried a recording
 * that failed twice.
 */
const LIMITS = { attempts: 1, attemptMs: 90_000, totalMs: 90_000 };
const NO_CALLER: Turn = { key: '', lane: 'live' };

/** Speech recognition on this machine. */
export function createLocalSpeechEngine(
  models: UsableModels,
  pool: Pick<EnginePool<RecognitionJob, RecognitionAnswer>, 'run'>,
): SpeechEngine {
  return {
    name: LOCAL_SPEECH_ENGINE,
    description: 'sherpa-onnx (SenseVoice and Whisper, on this machine)',
    limits: LIMITS,
    isReady: (language) => chooseSpeechModel(models, language) !== null,
    async transcribe({ audio, language }, signal, turn = NO_CALLER) {
      const model = chooseSpeechModel(models, language);
      if (!model) throw new EngineError('unavailable', 'A model is not ready');
      let hasBegun = false;
      try {
        const job: RecognitionJob = { bytes: audio.bytes, language, models: [model] };
        const answer = await pool.run(job, turn, signal, () => {
          hasBegun = true;
        });
        if (answer.kind === 'unreadable') throw new UnreadableRecordingError(answer.reason);
        return answer.text;
      } catch (error) {
        if (error instanceof InputRefusedError) throw new UnreadableRecordingError('damaged');
        if (error instanceof ModelRefusedError) {
          models.markUnusable(error.id, error.reason);
          throw new EngineError('unavailable', error.message, { cause: error });
        }
        // The engine works, and others were before this recording.
        if (!hasBegun && isEngineError(error) && error.failure === 'timeout') {
          throw new EngineError('busy', 'The recording waited too long for its turn', { cause: error });
        }
        throw error;
      }
    },
  };
}
