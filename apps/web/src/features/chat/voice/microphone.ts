import { NoRecorderError } from './microphone-problem.ts';
import type { OpenMicrophone } from './recorder.ts';
import { loudness, recordingType } from './recording-type.ts';

/** Plenty for speech, and two minutes are half a megabyte. */
const BITS_PER_SECOND = 32_000;
/**
 * The recorder delivers its data at this interval, so that a crash at the end does not cost the
 * beginning.
 */
const SLICE_MS = 1_000;
/**
 * Samples per level measurement: those of about 90 ms, which is the time between two of the meter,
 * so that it misses no sound. A power of two.
 */
const LEVEL_SAMPLES = 4_096;

/**
 * Requests the microphone and starts recording.
 * @param onLost called once when the microphone disappears during the recording
 * @throws {NoRecorderError} where pages cannot record, and the browser's own errors
 */
export async function openMicrophone(onLost: () => void): Promise<OpenMicrophone> {
  // Missing on pages that are not https.
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') {
    throw new NoRecorderError();
  }
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    return record(stream, letGo, onLost);
  } catch (error) {
    letGo();
    throw error;
  }
}

function record(stream: MediaStream, letGo: () => void, onLost: () => void): OpenMicrophone {
  const mimeType = recordingType((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType && { mimeType }),
  });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise<void>((resolve) =>
    recorder.addEventListener('stop', () => resolve(), { once: true }),
  );
  // Not sent for a track that we stop ourselves.
  for (const track of stream.getTracks()) track.addEventListener('ended', onLost, { once: true });
  const meter = openMeter(stream);
  recorder.start(SLICE_MS);

  return {
    level: meter.level,
    async stop() {
      // A track that has ended has stopped it already.
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped;
      meter.close();
      letGo();
      const audio = new Blob(parts, { type: recorder.mimeType || mimeType });
      return audio.size > 0 ? audio : null;
    },
    release() {
      if (recorder.state !== 'inactive') recorder.stop();
      meter.close();
      letGo();
    },
  };
}

/** The level is optional: where sound cannot be analysed, recording continues without it. */
function openMeter(stream: MediaStream): { level(): number; close(): void } {
  try {
    const context = new AudioContext();
    // Safari opens it suspended when the permission took longer than the press that asked for it.
    void context.resume();
    const analyser = context.createAnalyser();
    analyser.fftSize = LEVEL_SAMPLES;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(LEVEL_SAMPLES);
    return {
      level() {
        analyser.getFloatTimeDomainData(samples);
        return loudness(samples);
      },
      close: () => void context.close(),
    };
  } catch {
    return { level: () => 0, close: () => {} };
  }
}
