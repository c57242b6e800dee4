import { isProviderError, ProviderError, type Turn } from '@dragoman/functions/providers/provider';
import { type SpeechProvider, UnreadableRecordingError } from '@dragoman/functions/speech/speech-provider';
import type { ModelStore } from '../models/model.ts';
import { InputRefusedError, ModelRefusedError } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { chooseSpeechModel } from './choose-model.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

/** The part of the store that the engine needs. */
export type UsableModels = Pick<ModelStore, 'files' | 'markUnusable'>;

export const LOCAL_SPEECH_PROVIDER = 'sherpa-onnx';
/**
 * Milliseconds for waiting and writing down. One attempt, because the pool has tried a recording
 * that failed twice.
 */
const LIMITS = { attempts: 1, attemptMs: 90_000, totalMs: 90_000 };
const NO_CALLER: Turn = { key: '', lane: 'live' };

/** Speech recognition on this machine. */
export function createLocalSpeechProvider(
  models: UsableModels,
  pool: Pick<WorkerPool<RecognitionJob, RecognitionAnswer>, 'run'>,
): SpeechProvider {
  return {
    name: LOCAL_SPEECH_PROVIDER,
    description: 'sherpa-onnx (SenseVoice and Whisper, on this machine)',
    limits: LIMITS,
    isReady: (language) => chooseSpeechModel(models, language) !== null,
    async transcribe({ audio, language }, signal, turn = NO_CALLER) {
      const model = chooseSpeechModel(models, language);
      if (!model) throw new ProviderError('unavailable', 'A model is not ready');
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
          throw new ProviderError('unavailable', error.message, { cause: error });
        }
        // The engine works, and others were before this recording.
        if (!hasBegun && isProviderError(error) && error.failure === 'timeout') {
          throw new ProviderError('busy', 'The recording waited too long for its turn', { cause: error });
        }
        throw error;
      }
    },
  };
}
