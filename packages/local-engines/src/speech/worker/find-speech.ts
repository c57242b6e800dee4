import { createRequire } from 'node:module';
import path from 'node:path';
import sherpa from 'sherpa-onnx-node';
import { SAMPLE_RATE } from './samples.ts';

/** A stretch of sound, as indices of samples. */
export interface Stretch {
  start: number;
  /** Index behind its last sample. */
  end: number;
}

/** Whisper takes 30 seconds at most, with some silence behind them. */
const LONGEST = 28 * SAMPLE_RATE;
/** The detector hears a word a little late, and ends a little early. */
const BEFORE = 0.3 * SAMPLE_RATE;
const AFTER = 0.2 * SAMPLE_RATE;

const WINDOW = 512;
/** Seconds of sound that the detector keeps. */
const BUFFER_SECONDS = 60;

/** Finds the parts of a recording in which someone speaks. */
export interface SpeechFinder {
  /**
   * @returns stretches of at most 28 seconds that hold all of the speech, in order; none for
   * silence and noise
   */
  find(samples: Float32Array): Stretch[];
}

/** Loads Silero VAD (MIT licence), which the package @ricky0123/vad-web ships. */
export function createSpeechFinder(): SpeechFinder {
  const require = createRequire(import.meta.url);
  const model = path.join(path.dirname(require.resolve('@ricky0123/vad-web')), 'silero_vad_v6.onnx');
  const sileroVad = {
    model,
    threshold: 0.5,
    minSpeechDuration: 0.25,
    minSilenceDuration: 0.5,
    maxSpeechDuration: LONGEST / SAMPLE_RATE,
    windowSize: WINDOW,
  };
  const detector = new sherpa.Vad({ sileroVad, sampleRate: SAMPLE_RATE, numThreads: 1 }, BUFFER_SECONDS);

  return {
    find(samples) {
      detector.reset();
      const found: Stretch[] = [];
      const collect = () => {
        for (; !detector.isEmpty(); detector.pop()) {
          const { start, samples: spoken } = detector.front(false);
          found.push({ start, end: start + spoken.length });
        }
      };
      for (let start = 0; start < samples.length; start += WINDOW) {
        const window = new Float32Array(WINDOW);
        window.set(samples.subarray(start, start + WINDOW));
        detector.acceptWaveform(window);
        collect();
      }
      detector.flush();
      collect();
      return joinStretches(found, samples.length);
    },
  };
}

/**
 * Joins neighbours, so that the engine hears whole sentences, and splits parts that are too long.
 * @param found in order, without overlaps
 * @param length of the whole sound
 */
export function joinStretches(found: readonly Stretch[], length: number): Stretch[] {
  const joined: Stretch[] = [];
  for (const { start, end } of found) {
    const last = joined.at(-1);
    // Never overlaps the one before: the overlap would be heard twice.
    const begin = Math.max(0, start - BEFORE, last?.end ?? 0);
    const stop = Math.min(length, end + AFTER);
    if (last && stop - last.start <= LONGEST) last.end = stop;
    else
      for (let at = begin; at < stop; at += LONGEST)
        joined.push({ start: at, end: Math.min(stop, at + LONGEST) });
  }
  return joined;
}
