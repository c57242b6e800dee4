import { VOICE_GRACE_SECONDS, VOICE_MAX_SECONDS } from '@dragoman/domain/voice-messages';
import { UnreadableRecordingError } from '@dragoman/functions/speech/speech-provider';
import {
  AdtsOutputFormat,
  type AudioSample,
  AudioSampleSink,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP3,
  MP4,
  Mp3OutputFormat,
  OGG,
  Output,
  WAVE,
  WEBM,
} from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';
import sherpa from 'sherpa-onnx-node';
import { joinSamples, SAMPLE_RATE } from './samples.ts';

/** The decoder of AAC and MP3, which needs a system library on Linux. */
export type LoadDecoder = () => Promise<Pick<typeof import('node-web-audio-api'), 'OfflineAudioContext'>>;

const MOST_SECONDS = VOICE_MAX_SECONDS + VOICE_GRACE_SECONDS;
const MOST_SAMPLES = MOST_SECONDS * SAMPLE_RATE;
/** An Opus frame has 2.5 ms at least. */
const MOST_OPUS_PACKETS = MOST_SECONDS * 400;
/** Samples of one packet. MP3 has half as many at low rates. */
const PACKET_SAMPLES = { aac: 1024, mp3: 576 };
/** Recorders use rates between these; the resampler's tables grow with the rate. */
const RATES = { lowest: 4_000, highest: 192_000 };

/**
 * Decodes a recording as browsers make it: Opus, AAC, MP3 or PCM, in WebM, Ogg, MP4, MP3 or WAV.
 * Audio beyond the length of the longest voice message is cut off.
 * @param bytes bounded by the caller
 * @param loadDecoder for AAC and MP3
 * @returns one channel of {@link SAMPLE_RATE} samples a second
 * @throws {UnreadableRecordingError}
 */
export async function decodeRecording(
  bytes: Uint8Array,
  loadDecoder: LoadDecoder = () => import('node-web-audio-api'),
): Promise<Float32Array> {
  const input = new Input({ source: new BufferSource(bytes), formats: [WEBM, OGG, MP4, MP3, WAVE] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new UnreadableRecordingError('damaged');
    return await decodeTrack(track, loadDecoder);
  } catch (error) {
    if (error instanceof UnreadableRecordingError) throw error;
    throw new UnreadableRecordingError('damaged');
  } finally {
    input.dispose();
  }
}

async function decodeTrack(track: InputAudioTrack, loadDecoder: LoadDecoder): Promise<Float32Array> {
  const codec = await track.getCodec();
  const rate = await track.getSampleRate();
  if (codec === null) throw new UnreadableRecordingError('unknown-format');
  if (!(rate >= RATES.lowest && rate <= RATES.highest)) throw new UnreadableRecordingError('damaged');
  if (codec === 'opus') return decodeOpus(track);
  if (codec === 'aac' || codec === 'mp3') return decodePacked(track, codec, rate, loadDecoder);
  if (codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw') return decodePcm(track, rate);
  throw new UnreadableRecordingError('unknown-format');
}

async function decodeOpus(track: InputAudioTrack): Promise<Float32Array> {
  // Above two channels a packet holds several streams.
  if ((await track.getNumberOfChannels()) > 2) throw new UnreadableRecordingError('unknown-format');
  // The decoder mixes two channels into one.
  const decoder = new OpusDecoder({
    sampleRate: SAMPLE_RATE,
    channels: 1,
    streamCount: 1,
    coupledStreamCount: 0,
    channelMappingTable: [0],
  });
  await decoder.ready;
  try {
    const parts: Float32Array[] = [];
    let samples = 0;
    let packets = 0;
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      const [channel] = decoder.decodeFrame(data).channelData;
      if (channel) parts.push(channel);
      samples += channel?.length ?? 0;
      packets += 1;
      if (samples >= MOST_SAMPLES || packets >= MOST_OPUS_PACKETS) break;
    }
    if (samples === 0) throw new UnreadableRecordingError('damaged');
    return joinSamples(parts, MOST_SAMPLES);
  } finally {
    decoder.free();
  }
}

/**
 * The decoder takes a whole file and has no bound of its own, so it gets a copy with as many
 * packets as a voice message has.
 */
async function decodePacked(
  track: InputAudioTrack,
  codec: 'aac' | 'mp3',
  rate: number,
  loadDecoder: LoadDecoder,
): Promise<Float32Array> {
  const { OfflineAudioContext } = await loadDecoder().catch((error: unknown) => {
    // Its binding names the library that the system's loader misses.
    const lacksLibrary = /libasound/.test(String((error as Error | null)?.message));
    throw new UnreadableRecordingError(lacksLibrary ? 'no-decoder' : 'unknown-format');
  });
  const target = new BufferTarget();
  const format = codec === 'aac' ? new AdtsOutputFormat() : new Mp3OutputFormat({ xingHeader: false });
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const config = await track.getDecoderConfig();
  if (!config) throw new UnreadableRecordingError('unknown-format');
  const most = Math.ceil((MOST_SECONDS * rate) / PACKET_SAMPLES[codec]);
  let packets = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await source.add(packet, packets === 0 ? { decoderConfig: config } : undefined);
    packets += 1;
    if (packets >= most) break;
  }
  await output.finalize();
  if (!target.buffer) throw new UnreadableRecordingError('damaged');
  const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(target.buffer);
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) =>
    decoded.getChannelData(channel),
  );
  return mixed(channels).subarray(0, MOST_SAMPLES);
}

async function decodePcm(track: InputAudioTrack, rate: number): Promise<Float32Array> {
  const resampler = new sherpa.LinearResampler(rate, SAMPLE_RATE);
  const parts: Float32Array[] = [];
  for await (const sample of new AudioSampleSink(track).samples(0, MOST_SECONDS)) {
    parts.push(resampler.resample(mixed(channelsOf(sample))));
    sample.close();
  }
  parts.push(resampler.flush(new Float32Array()));
  return joinSamples(parts, MOST_SAMPLES);
}

function channelsOf(sample: AudioSample): Float32Array[] {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const channel = new Float32Array(sample.numberOfFrames);
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
    return channel;
  });
}

/** @returns the mean of the channels */
function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length < 2) return first;
  return first.map((_, place) => {
    const sum = channels.reduce((total, channel) => total + (channel[place] ?? 0), 0);
    return sum / channels.length;
  });
}
