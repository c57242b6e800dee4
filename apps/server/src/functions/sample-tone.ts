import type { CheckedAudio } from '@dragoman/functions/speech/audio-check';

const RATE = 16_000;
const SECONDS = 1;
/** Of 32,767: quiet, yet no silence, in which some engines make up the most. */
const LOUDNESS = 3_000;
const PITCH_HZ = 440;
const HEADER_BYTES = 44;

/** A second of the note A: what engines that write down speech are tried with. */
export const SAMPLE_TONE: CheckedAudio = {
  bytes: wave(),
  mimeType: 'audio/wav',
  fileName: 'tone.wav',
  seconds: SECONDS,
};

/** WAV: 16 bit, mono. */
function wave(): Uint8Array<ArrayBuffer> {
  const dataBytes = RATE * SECONDS * 2;
  const bytes = Buffer.alloc(HEADER_BYTES + dataBytes);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(dataBytes, 40);
  for (let i = 0; i < RATE * SECONDS; i += 1) {
    const value = Math.round(LOUDNESS * Math.sin((2 * Math.PI * PITCH_HZ * i) / RATE));
    bytes.writeInt16LE(value, HEADER_BYTES + i * 2);
  }
  return new Uint8Array(bytes);
}
