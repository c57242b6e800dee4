import { AudioSample, AudioSampleSource, BufferTarget, Output, WavOutputFormat } from 'mediabunny';
import { SAMPLE_RATE } from './samples.ts';

/**
 * @param samples one channel, {@link SAMPLE_RATE} a second, -1 to 1
 * @returns a WAV file with 16 bits a sample, which every browser plays: 32 kB a second
 */
export async function wavOf(samples: Float32Array): Promise<Uint8Array<ArrayBuffer>> {
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
