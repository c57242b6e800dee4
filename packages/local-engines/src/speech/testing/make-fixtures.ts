import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// Makes the recordings in `fixtures` and `sample-speech.ts` again:
// `npx tsx packages/local-engines/src/speech/testing/make-fixtures.ts`. Needs espeak-ng, which speaks the
// sentences, and ffmpeg, which packs them as browsers do.

const FOLDER = path.join(import.meta.dirname, 'fixtures');
const SAMPLE = path.join(import.meta.dirname, '../sample-speech.ts');
const SAMPLE_SENTENCE = 'Welcome to our booth.';
/** Without the silence that espeak-ng adds, and loud enough for eight bits. */
const TRIMMED = 'silenceremove=start_periods=1:start_threshold=-45dB,loudnorm=I=-14,adelay=200:all=1';
const SAMPLE_SECONDS = 1.6;
const SENTENCES = {
  en: ['en-us', 'Welcome to our booth. How much is this lamp?'],
  zh: ['cmn', '欢迎光临我们的展位，这款灯多少钱？'],
  ar: ['ar', 'مرحبا بكم في جناحنا. كم سعر هذا المصباح؟'],
} as const;
/** Half a second of silence on both sides, as before and after pressing a button. */
const FRAMED = ['-af', 'adelay=500:all=1,apad=pad_dur=0.5'];
const OPUS = ['-c:a', 'libopus', '-b:a', '16k', '-application', 'voip'];
/** Writes MP4 as Safari's recorder does. */
const FRAGMENTED = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];

const folder = mkdtempSync(path.join(os.tmpdir(), 'speech-fixtures-'));
try {
  for (const [language, [voice, sentence]] of Object.entries(SENTENCES)) {
    const wave = path.join(folder, `${language}.wav`);
    execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', wave, sentence]);
    pack(wave, `${language}.webm`, [...FRAMED, '-ac', '1', ...OPUS]);
  }
  const english = path.join(folder, 'en.wav');
  pack(english, 'en.ogg', [...FRAMED, '-ac', '1', ...OPUS]);
  pack(english, 'stereo.webm', [...FRAMED, '-ac', '2', ...OPUS]);
  pack(english, 'opus.mp4', [...FRAMED, '-ac', '1', ...OPUS, '-strict', '-2', ...FRAGMENTED]);
  pack(english, 'aac.m4a', [
    ...FRAMED,
    '-ac',
    '1',
    '-ar',
    '44100',
    '-c:a',
    'aac',
    '-b:a',
    '32k',
    ...FRAGMENTED,
  ]);
  pack(english, 'en.mp3', [...FRAMED, '-ac', '1', '-ar', '24000', '-c:a', 'libmp3lame', '-b:a', '24k']);
  pack(english, 'en.wav', [...FRAMED, '-ac', '1', '-ar', '8000', '-c:a', 'pcm_mulaw']);
  pack(english, 'vorbis.ogg', ['-t', '0.5', '-ac', '1', '-ar', '16000', '-c:a', 'libvorbis']);
  const welcome = path.join(folder, 'welcome.wav');
  execFileSync('espeak-ng', ['-v', 'en-us', '-s', '150', '-w', welcome, SAMPLE_SENTENCE]);
  const sample = path.join(folder, 'sample.wav');
  const small = ['-ac', '1', '-ar', '8000', '-c:a', 'pcm_u8'];
  pack(welcome, sample, ['-af', TRIMMED, '-t', `${SAMPLE_SECONDS}`, ...small]);
  writeFileSync(SAMPLE, sampleModule(readFileSync(sample)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(wave: string, name: string, options: readonly string[]): void {
  const target = path.resolve(FOLDER, name);
  const exact = ['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wave, ...options, ...exact, target]);
}

function sampleModule(wave: Buffer): string {
  const lines = wave.toString('base64').match(/.{1,110}/g) ?? [];
  return `import type { CheckedAudio } from '@dragoman/functions/speech/audio-check';

/**
 * A short sentence, spoken by espeak-ng: what engines that write down speech are tried with. \`make-fixtures.ts\` in
 * \`speech/testing\` makes this file. Held here because the server is one file when it is built.
 */
export const SAMPLE_SPEECH: CheckedAudio = {
  bytes: new Uint8Array(
    Buffer.from(
      [
${lines.map((line) => `        '${line}',`).join('\n')}
      ].join(''),
      'base64',
    ),
  ),
  mimeType: 'audio/wav',
  fileName: 'sentence.wav',
  seconds: ${SAMPLE_SECONDS},
};
`;
}
