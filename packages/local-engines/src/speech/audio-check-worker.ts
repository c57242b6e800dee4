import { checkAudio } from '@dragoman/functions/speech/audio-check';
import type { AudioConversion } from '@dragoman/functions/speech/convert-handler';
import { UnreadableRecordingError } from '@dragoman/functions/speech/speech-provider';
import { AudioSample, AudioSampleSource, BufferTarget, Output, WavOutputFormat } from 'mediabunny';
import { answerJobs } from '../workers/messages.ts';
import type { AudioAnswer, AudioJob } from './audio-check-pool.ts';
import { SAMPLE_RATE } from './worker/samples.ts';

// A separate process that checks or converts recordings, one at a time: a malicious one can crash
// it, fill it or keep it busy, and the server continues. See audio-check-pool.ts.

answerJobs<AudioJob, AudioAnswer>(({ kind, bytes }) =>
  kind === 'check' ? checkAudio(bytes) : convert(bytes),
);

async function convert(bytes: Uint8Array<ArrayBuffer>): Promise<AudioConversion> {
  const checked = await checkAudio(bytes);
  if (!checked.ok) return checked;
  // The decoders take longer to load than most processes of this kind live.
  const { decodeRecording } = await import('./worker/decode-recording.ts');
  try {
    return { ok: true, wav: await wavOf(await decodeRecording(bytes)) };
  } catch (error) {
    if (error instanceof UnreadableRecordingError) return { ok: false, fault: 'not-audio' };
    throw error;
  }
}

/**
 * @param samples one channel, {@link SAMPLE_RATE} a second, -1 to 1
 * @returns a WAV file with 16 bits a sample, which every browser plays: 32 kB a second
 */
async function wavOf(samples: Float32Array): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new WavOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'pcm-s16' });
  output.addAudioTrack(source);
  await output.start();
  const sample = new AudioSample({
    data: samples,
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: SAMPLE_RATE,
    timestamp: 0,
  });
  await source.add(sample);
  sample.close();
  await output.finalize();
  if (!target.buffer) throw new Error('the WAV file was not written');
  return new Uint8Array(target.buffer);
}
