import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Model } from '../../models/model.ts';
import { type OnnxNode, onnxModel } from './onnx.ts';

// Models of a few kilobytes in the formats of SenseVoice and Whisper. They hear nothing: their
// answer to any sound tells which model was asked, and for which language.

/** The text that each made model returns for a sound, by the requested language; `auto`: none. */
export const SAYS = {
  sensevoice: { auto: 'any', zh: '你好', en: 'hello' },
  whisper: { zh: '您好', en: 'Hello', ar: 'مرحبا' },
} as const;
/** The language that the made Whisper detects. */
export const DETECTED = 'ar';

/** The damage done to a made model. */
export type Damage =
  /** Bytes that are no model. */
  | 'bytes'
  /** A model of something else: it lacks the facts that the engine wants. */
  | 'another-kind';

type Files = Record<string, { name: string; content: Buffer | string }>;

/**
 * Makes both models of the product where a download would install them.
 * @param folder of the models
 * @returns the table of these models, for the store. Nothing serves their addresses.
 */
export function installMadeSpeechModels(
  folder: string,
  damages: { sensevoice?: Damage; whisper?: Damage } = {},
): Model[] {
  return [
    installed(folder, 'speech-sensevoice', senseVoice(damages.sensevoice)),
    installed(folder, 'speech-whisper-turbo', whisper(damages.whisper)),
  ];
}

function installed(folder: string, id: string, files: Files): Model {
  mkdirSync(path.join(folder, id), { recursive: true });
  return {
    id,
    kind: 'speech',
    title: id,
    version: 'made',
    optional: true,
    licence: { name: 'none', url: 'https://models.example/licence' },
    files: Object.entries(files).map(([role, { name, content }]) => {
      writeFileSync(path.join(folder, id, name), content);
      const bytes = Buffer.from(content);
      const pins = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
      const download = { ...pins, url: `https://models.example/${name}`, compression: 'none' as const };
      return { role, name, ...pins, download };
    }),
  };
}

function spoiled(damage: Damage | undefined, model: () => Buffer, facts: () => Buffer): Buffer {
  if (damage === 'bytes') return Buffer.alloc(10_000, 7);
  return damage === 'another-kind' ? facts() : model();
}

/** Ids of the languages that SenseVoice can be told. */
const LANGUAGE_IDS = { auto: 0, zh: 3, en: 4 } as const;
const LANGUAGE_COUNT = 16;
/** Eighty mel bands, of seven frames each. */
const FEATURES = 560;

function senseVoice(damage?: Damage): Files {
  // The first four tokens of an answer tell language, mood, event and spelling.
  const front = ['<|zh|>', '<|NEUTRAL|>', '<|Speech|>', '<|withitn|>'];
  const words = Object.values(SAYS.sensevoice);
  const tokens = ['<blank>', ...front, ...words];
  const size = tokens.length;
  const head = new Float32Array(front.length * size);
  for (const [place] of front.entries()) head[place * size + place + 1] = 1;
  const table = new Float32Array(LANGUAGE_COUNT * size);
  for (const [language, id] of Object.entries(LANGUAGE_IDS)) {
    const word = SAYS.sensevoice[language as keyof typeof LANGUAGE_IDS];
    table[id * size + tokens.indexOf(word)] = 1;
  }
  const nodes: OnnxNode[] = [
    { op: 'Gather', inputs: ['table', 'language'], outputs: ['word'] },
    { op: 'Unsqueeze', inputs: ['word'], outputs: ['row'], attributes: { axes: [1] } },
    { op: 'ReduceMean', inputs: ['x'], outputs: ['mean'], attributes: { axes: [2] } },
    { op: 'Mul', inputs: ['mean', 'zero'], outputs: ['frames'] },
    { op: 'Add', inputs: ['frames', 'row'], outputs: ['body'] },
    { op: 'Concat', inputs: ['head', 'body'], outputs: ['logits'], attributes: { axis: 1 } },
  ];
  const model = (metadata: Record<string, string | number>) =>
    onnxModel({
      inputs: [
        { name: 'x', type: 'float', dims: [1, 'T', FEATURES] },
        { name: 'x_length', type: 'int32', dims: [1] },
        { name: 'language', type: 'int32', dims: [1] },
        { name: 'text_norm', type: 'int32', dims: [1] },
      ],
      outputs: [{ name: 'logits', type: 'float', dims: [1, 'L', size] }],
      nodes,
      constants: [
        { name: 'head', dims: [1, front.length, size], values: head },
        { name: 'table', dims: [LANGUAGE_COUNT, size], values: table },
        { name: 'zero', dims: [1], values: new Float32Array(1) },
      ],
      metadata,
    });
  const facts = {
    vocab_size: size,
    lfr_window_size: 7,
    lfr_window_shift: 6,
    normalize_samples: 0,
    with_itn: 14,
    without_itn: 15,
    lang_auto: LANGUAGE_IDS.auto,
    lang_zh: LANGUAGE_IDS.zh,
    lang_en: LANGUAGE_IDS.en,
    lang_yue: 7,
    lang_ja: 11,
    lang_ko: 12,
    neg_mean: new Array(FEATURES).fill(0).join(','),
    inv_stddev: new Array(FEATURES).fill(1).join(','),
  };
  const content = spoiled(
    damage,
    () => model(facts),
    () => model({}),
  );
  return {
    model: { name: 'model.int8.onnx', content },
    tokens: { name: 'tokens.txt', content: tokens.map((token, id) => `${token} ${id}\n`).join('') },
  };
}

const STATE = 4;

/**
 * The decoder says the word of the language that it was told, then ends: each token has a row of
 * what follows it.
 */
function whisper(damage?: Damage): Files {
  const languages = Object.keys(SAYS.whisper) as (keyof typeof SAYS.whisper)[];
  const special = ['<eot>', '<sot>', '<transcribe>', '<translate>', '<nospeech>', '<notimestamps>'];
  const words = Object.values(SAYS.whisper);
  const tokens = [...special, ...languages.map((language) => `<${language}>`), ...words];
  const id = (token: string) => tokens.indexOf(token);
  const size = tokens.length;
  const next = new Float32Array(size * size);
  const follows = (token: string, then: string, weight: number) => {
    next[id(token) * size + id(then)] = weight;
  };
  follows('<sot>', `<${DETECTED}>`, 1);
  for (const language of languages) follows(`<${language}>`, SAYS.whisper[language], 2);
  for (const word of words) follows(word, '<eot>', 3);
  const mel = { name: 'mel', type: 'float', dims: [1, 128, 'T'] } as const;
  const cross = (name: string) => ({ name, type: 'float', dims: [1, 1, 1] }) as const;
  const cache = (name: string) => ({ name, type: 'float', dims: [1, 1, 'C', STATE] }) as const;
  const encoder = (metadata: Record<string, string | number>) =>
    onnxModel({
      inputs: [mel],
      outputs: [cross('n_layer_cross_k'), cross('n_layer_cross_v')],
      nodes: ['k', 'v'].map((part) => ({
        op: 'ReduceMean',
        inputs: ['mel'],
        outputs: [`n_layer_cross_${part}`],
        attributes: { axes: [1, 2] },
      })),
      constants: [],
      metadata,
    });
  const decoder = onnxModel({
    inputs: [
      { name: 'tokens', type: 'int64', dims: [1, 'N'] },
      cache('in_k'),
      cache('in_v'),
      cross('cross_k'),
      cross('cross_v'),
      { name: 'offset', type: 'int64', dims: [1] },
    ],
    outputs: [{ name: 'logits', type: 'float', dims: [1, 'N', size] }, cache('out_k'), cache('out_v')],
    nodes: [
      { op: 'Gather', inputs: ['next', 'tokens'], outputs: ['rows'] },
      { op: 'ReduceSum', inputs: ['rows'], outputs: ['sum'], attributes: { axes: [1] } },
      // The sum over all tokens, repeated at each of them.
      { op: 'Add', inputs: ['rows', 'sum'], outputs: ['logits'] },
      { op: 'Identity', inputs: ['in_k'], outputs: ['out_k'] },
      { op: 'Identity', inputs: ['in_v'], outputs: ['out_v'] },
    ],
    constants: [{ name: 'next', dims: [size, size], values: next }],
    metadata: {},
  });
  const facts = {
    n_mels: 128,
    n_text_layer: 1,
    n_text_ctx: 448,
    n_text_state: STATE,
    n_vocab: size,
    sot: id('<sot>'),
    eot: id('<eot>'),
    blank_id: id('<eot>'),
    translate: id('<translate>'),
    transcribe: id('<transcribe>'),
    is_multilingual: 1,
    no_timestamps: id('<notimestamps>'),
    no_speech: id('<nospeech>'),
    sot_sequence: ['<sot>', '<en>', '<transcribe>'].map(id).join(','),
    all_language_tokens: languages.map((language) => id(`<${language}>`)).join(','),
    all_language_codes: languages.join(','),
  };
  const content = spoiled(
    damage,
    () => encoder(facts),
    () => encoder({}),
  );
  const written = tokens.map((token, place) => `${Buffer.from(token).toString('base64')} ${place}\n`);
  return {
    encoder: { name: 'turbo-encoder.int8.onnx', content },
    decoder: { name: 'turbo-decoder.int8.onnx', content: decoder },
    tokens: { name: 'turbo-tokens.txt', content: written.join('') },
  };
}
