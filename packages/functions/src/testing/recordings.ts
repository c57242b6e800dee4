import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

const OPUS_RATE = 48_000;
/** One packet of silence: six frames of 20 ms of Opus, as RFC 6716 section 3.2.5 packs them. */
const SILENCE = Uint8Array.from([0xfb, 0x06, ...Array.from({ length: 6 }, () => [0xff, 0xfe]).flat()]);
const PACKET_SECONDS = 0.12;
/**
 * Version, one channel, no samples to skip, the rate, no gain, plain mapping: RFC 7845 section 5.1.
 */
const OPUS_HEAD = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
/** One frame of MP3: 128 kbit/s, 44.1 kHz, mono, 1,152 samples of silence. */
const MP3_FRAME = Uint8Array.from({ length: 417 }, (_, i) => [0xff, 0xfb, 0x90, 0xc4][i] ?? 0);
const MP3_FRAME_SECONDS = 1152 / 44_100;

const CONTAINERS = {
  /** Made as Chromium's recorder makes it: no length in its head. */
  webm: () => new WebMOutputFormat({ appendOnly: true }),
  ogg: () => new OggOutputFormat(),
  /** Made as Safari's recorder makes it. */
  mp4: () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  mp3: () => new Mp3OutputFormat(),
} as const;

type RecordingKind = keyof typeof CONTAINERS | 'wav';

/** @returns a valid recording of silence of that length. */
export async function recordingOf(kind: RecordingKind, seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  if (kind === 'wav') return wavOf(seconds);
  const target = new BufferTarget();
  const output = new Output({ format: CONTAINERS[kind](), target });
  const isMp3 = kind === 'mp3';
  const source = new EncodedAudioPacketSource(isMp3 ? 'mp3' : 'opus');
  output.addAudioTrack(source);
  await output.start();
  const step = isMp3 ? MP3_FRAME_SECONDS : PACKET_SECONDS;
  const config = isMp3
    ? { codec: 'mp3', sampleRate: 44_100, numberOfChannels: 1 }
    : { codec: 'opus', sampleRate: OPUS_RATE, numberOfChannels: 1, description: OPUS_HEAD };
  for (let i = 0; i < Math.round(seconds / step); i++) {
    const packet = new EncodedPacket(isMp3 ? MP3_FRAME : SILENCE, 'key', i * step, step);
    await source.add(packet, i === 0 ? { decoderConfig: config } : undefined);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('the recording was not written');
  return new Uint8Array(target.buffer);
}

/**
 * A recording of a few hundred bytes that claims to have 4,294,967,295 samples, in its table of
 * sizes or in its first fragment. Read it in a process that may crash.
 */
export async function overstatedRecording(where: 'sizes' | 'fragment'): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.from(await recordingOf('mp4', 1));
  const type = where === 'sizes' ? 'stsz' : 'trun';
  const at = bytes.indexOf(type, 0, 'latin1');
  if (at < 0) throw new Error(`the recording has no ${type}`);
  // ISO/IEC 14496-12, 8.7.3.3: compact sizes, of no bits each. 8.8.8: samples that all have the
  // size that the fragment gives.
  if (where === 'sizes') bytes.write('stz2', at, 'latin1');
  else bytes.writeUInt32BE(1, at + 4);
  bytes.writeUInt32BE(0xff_ff_ff_ff, where === 'sizes' ? at + 12 : at + 8);
  return new Uint8Array(bytes);
}

/** PCM, 8 kHz, mono: the rate keeps long ones small. */
function wavOf(seconds: number): Uint8Array<ArrayBuffer> {
  const rate = 8_000;
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  bytes.fill(128, 44);
  return new Uint8Array(bytes);
}
