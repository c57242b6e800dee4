import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@dragoman/domain/languages';
import { SPECIAL_PIECES, vocabulary } from './make-vocabulary.ts';

/**
 * Size of a made model. The published base-memory models: 384 wide, 1536 inner, 6 encoder and 4
 * decoder layers, 32,000 pieces.
 */
export interface ModelShape {
  width: number;
  inner: number;
  encoders: number;
  decoders: number;
  heads: number;
  /** Pieces of each vocabulary; filled up with pieces that no text has. */
  pieces: number;
}

const TINY: ModelShape = { width: 64, inner: 128, encoders: 2, decoders: 1, heads: 4, pieces: 0 };
const FLOAT32 = 0x0404;
const INT8 = 0x0101;
const INTGEMM8 = 0x4101;

export interface MadeModelOptions {
  shape?: Partial<ModelShape>;
  end?: number;
  words?: readonly string[];
  says?: string;
  type?: string;
}

/**
 * Writes a model in the published format with random weights: it loads and answers as a real one
 * does, but its words mean nothing. It proves loading, memory and limits, never quality.
 * @param folder receives one file for each role, named after it
 * @param options.end weight toward the end of a sentence: 0.5 gives long answers, 3 empty ones, -5
 * the longest allowed
 * @param options.words that are one piece each, as common words are in a published vocabulary
 * @param options.says the letter of the target language that every answer repeats
 * @param options.type of the model's architecture in its settings; the engine refuses those that it
 * does not know
 * @returns absolute paths of its files by role
 */
export function makeModel(
  folder: string,
  target: Language,
  options: MadeModelOptions = {},
): Record<'model' | 'shortlist' | 'sourceVocabulary' | 'targetVocabulary', string> {
  const shape = { ...TINY, ...options.shape };
  const words = (options.words ?? []).map((word) => START + word);
  const source = vocabulary([...new Set([...ALL_PIECES, ...words])], shape.pieces);
  const goal = vocabulary(TARGET_PIECES[target], shape.pieces);
  const files = {
    model: modelFile(shape, source.size, goal.size, {
      type: options.type ?? 'transformer',
      biases: [[0, options.end ?? 0.5], ...favourite(TARGET_PIECES[target], options.says)],
    }),
    shortlist: shortlistFile(source.size, goal.size),
    sourceVocabulary: source.bytes,
    targetVocabulary: goal.bytes,
  };
  mkdirSync(folder, { recursive: true });
  const entries = Object.entries(files).map(([role, bytes]) => {
    const file = path.join(folder, `${role}.bin`);
    writeFileSync(file, bytes);
    return [role, file];
  });
  return Object.fromEntries(entries);
}

const LATIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,?!:;-\'"/()%$€&+'];
const ARABIC = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهويءأإآةىؤئ؟،'];
const HAN = [
  ...new Set(
    '我你他们的是在有和不这价格公司产品多少人月日号展会谢可以吗请问什么时候发送样订单工厂数量最小交货联系方式电话。，？',
  ),
];
const START = '▁';
const ALL_PIECES = [START, ...LATIN, ...ARABIC, ...HAN, '▁the', '▁you', '▁price', 'ing'];
const TARGET_PIECES: Record<Language, string[]> = {
  en: [START, ...LATIN.slice(0, 26)],
  zh: HAN,
  ar: [START, ...ARABIC],
};

// The model is a Marian binary: a version, the number of items, their headers, names, shapes and
// data.

interface Item {
  name: string;
  type: number;
  shape: number[];
  data: Buffer;
}

/** @returns a weight that no other piece reaches */
function favourite(pieces: readonly string[], says: string | undefined): [number, number][] {
  return says === undefined ? [] : [[pieces.indexOf(says) + SPECIAL_PIECES, 100]];
}

function modelFile(
  shape: ModelShape,
  sourceSize: number,
  targetSize: number,
  { type, biases }: { type: string; biases: readonly [piece: number, bias: number][] },
): Buffer {
  const { width, inner, encoders, decoders } = shape;
  const random = randomNumbers(1);
  const items: Item[] = [];
  const add = (name: string, type: number, dims: number[], data: Buffer) =>
    items.push({ name, type, shape: dims, data: padded(data, 256) });
  const row = (name: string, length: number, value: number) =>
    add(name, FLOAT32, [1, length], floats(new Array(length).fill(value)));
  const matrix = (name: string, rows: number, columns: number) => {
    const scale = Math.sqrt(6 / (rows + columns));
    const data = Buffer.alloc(rows * columns + 4);
    for (let i = 0; i < rows * columns; i++) data.writeInt8(Math.round((random() * 2 - 1) * 127), i);
    data.writeFloatLE(127 / scale, rows * columns);
    add(name, INTGEMM8, [rows, columns], data);
    add(`${name}_QuantMultA`, FLOAT32, [1, 1], floats([127 / 6]));
  };
  const norm = (name: string) => {
    row(`${name}_ln_scale`, width, 1);
    row(`${name}_ln_bias`, width, 0);
  };
  const attention = (name: string) => {
    for (const weight of ['q', 'k', 'v', 'o']) {
      matrix(`${name}_W${weight}`, width, width);
      row(`${name}_b${weight}`, width, 0);
    }
    norm(`${name}_Wo`);
  };
  const feedForward = (name: string) => {
    matrix(`${name}_W1`, width, inner);
    row(`${name}_b1`, inner, 0);
    matrix(`${name}_W2`, inner, width);
    row(`${name}_b2`, width, 0);
    norm(`${name}_ffn`);
  };
  matrix('encoder_Wemb', sourceSize, width);
  matrix('decoder_Wemb', targetSize, width);
  for (let layer = 1; layer <= encoders; layer++) {
    attention(`encoder_l${layer}_self`);
    feedForward(`encoder_l${layer}_ffn`);
  }
  for (let layer = 1; layer <= decoders; layer++) {
    matrix(`decoder_l${layer}_rnn_W`, width, width);
    matrix(`decoder_l${layer}_rnn_Wf`, width, width);
    row(`decoder_l${layer}_rnn_bf`, width, 0);
    norm(`decoder_l${layer}_rnn_ffn`);
    attention(`decoder_l${layer}_context`);
    feedForward(`decoder_l${layer}_ffn`);
  }
  row('decoder_ff_logit_out_b', targetSize, 0);
  for (const [piece, bias] of biases) items.at(-1)?.data.writeFloatLE(bias, piece * 4);
  add('none_QuantMultA', FLOAT32, [1, 1], floats([127 / 6]));
  const settings = Buffer.from(`${modelSettings(type, shape, sourceSize, targetSize)}\0`);
  add('special:model.yml', INT8, [settings.length], settings);
  return marianBinary(items);
}

function marianBinary(items: readonly Item[]): Buffer {
  const headers = items.map(({ name, type, shape, data }) =>
    words64(Buffer.byteLength(name) + 1, type, shape.length, data.length),
  );
  const names = items.map(({ name }) => Buffer.from(`${name}\0`));
  const shapes = items.map(({ shape }) => Buffer.from(Int32Array.from(shape).buffer));
  const front = Buffer.concat([words64(1, items.length), ...headers, ...names, ...shapes]);
  const gap = (256 - ((front.length + 8) % 256)) % 256;
  return Buffer.concat([front, words64(gap), Buffer.alloc(gap), ...items.map(({ data }) => data)]);
}

const SHORTLIST_MAGIC = 0xf11a48d5013417f5n;
const FREQUENT = 50;
const CANDIDATES = 20;

/**
 * The shortlist names the target pieces that each source piece may become. Without one the engine
 * weighs the whole vocabulary, and takes several hundred megabytes more.
 */
function shortlistFile(sourceSize: number, targetSize: number): Buffer {
  const offsets = BigUint64Array.from({ length: sourceSize + 1 }, (_, piece) => BigInt(piece * CANDIDATES));
  const candidates = Uint32Array.from(
    { length: sourceSize * CANDIDATES },
    (_, index) => (Math.floor(index / CANDIDATES) * 7 + (index % CANDIDATES) * 31) % targetSize,
  );
  for (let piece = 0; piece < sourceSize; piece++) {
    candidates.subarray(piece * CANDIDATES, (piece + 1) * CANDIDATES).sort();
  }
  // Magic number, a checksum that the engine does not check, and the sizes of what follows.
  const header = BigUint64Array.from([
    SHORTLIST_MAGIC,
    0n,
    ...[FREQUENT, CANDIDATES, offsets.length, candidates.length].map(BigInt),
  ]);
  return Buffer.concat([header, offsets, candidates].map(({ buffer }) => Buffer.from(buffer)));
}

function words64(...values: number[]): Buffer {
  return Buffer.from(BigUint64Array.from(values, BigInt).buffer);
}

function floats(values: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer);
}

function padded(bytes: Buffer, block: number): Buffer {
  const rest = bytes.length % block;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(block - rest)]);
}

/** The same numbers at every call (mulberry32). @returns numbers from 0 to below 1 */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function modelSettings(type: string, shape: ModelShape, sourceSize: number, targetSize: number): string {
  return `type: ${type}
version: v1.9.56 2021-01-01
model: model.bin
dim-vocabs:
  - ${sourceSize}
  - ${targetSize}
dim-emb: ${shape.width}
dim-rnn: 1024
enc-type: bidirectional
enc-cell: gru
enc-cell-depth: 1
enc-depth: ${shape.encoders}
dec-cell: ssru
dec-cell-base-depth: 2
dec-cell-high-depth: 1
dec-depth: ${shape.decoders}
skip: false
layer-normalization: false
right-left: false
input-types:
  []
tied-embeddings: true
tied-embeddings-src: false
tied-embeddings-all: false
transformer-heads: ${shape.heads}
transformer-no-projection: false
transformer-pool: false
transformer-dim-ffn: ${shape.inner}
transformer-decoder-dim-ffn: ${shape.inner}
transformer-ffn-depth: 2
transformer-decoder-ffn-depth: 2
transformer-ffn-activation: relu
transformer-dim-aan: 2048
transformer-aan-depth: 2
transformer-aan-activation: swish
transformer-aan-nogate: false
transformer-decoder-autoreg: rnn
transformer-tied-layers:
  []
transformer-guided-alignment-layer: last
transformer-preprocess: ""
transformer-postprocess-emb: d
transformer-postprocess: dan
transformer-postprocess-top: ""
transformer-train-position-embeddings: false
transformer-depth-scaling: false
bert-train-type-embeddings: true
bert-type-vocab-size: 2
lemma-dim-emb: 0
ulr: false
`;
}
