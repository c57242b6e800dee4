// Vocabularies are SentencePiece models: a protocol buffer of pieces, trainer settings and
// normalizer settings.

/** Rows of int8 matrices come in eights. */
const ROWS = 8;

const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
/** The end of a sentence and the unknown piece come before the others. */
export const SPECIAL_PIECES = 2;

/**
 * Makes a vocabulary of the pieces, filled up to at least `minimum` pieces.
 * @returns the number of pieces, a multiple of 8, and the SentencePiece model
 */
export function vocabulary(pieces: readonly string[], minimum: number): { size: number; bytes: Buffer } {
  const wanted = Math.max(pieces.length + SPECIAL_PIECES, minimum);
  const size = Math.ceil(wanted / ROWS) * ROWS;
  const filler = Array.from({ length: size - pieces.length - SPECIAL_PIECES }, (_, index) => `§${index}`);
  const words = [...pieces, ...filler].map((text, index) => piece(text, -3 - index / size, NORMAL));
  const trainer = [varintField(3, 1), varintField(4, size), varintField(40, 1), ...SPECIAL_IDS];
  const normalizer = [
    bytesField(1, Buffer.from('identity')),
    varintField(3, 1),
    varintField(4, 1),
    varintField(5, 1),
  ];
  const bytes = Buffer.concat([
    piece('</s>', 0, CONTROL),
    piece('<unk>', 0, UNKNOWN),
    ...words,
    bytesField(2, Buffer.concat(trainer)),
    bytesField(3, Buffer.concat(normalizer)),
  ]);
  return { size, bytes };
}

/** -1 as a variable-length integer of 64 bits. */
const NONE = Buffer.from('ffffffffffffffffff01', 'hex');
/** No beginning and no padding; the end of a sentence is piece 0. */
const SPECIAL_IDS = [
  Buffer.concat([varint(41 << 3), NONE]),
  varintField(42, 0),
  Buffer.concat([varint(43 << 3), NONE]),
];

function piece(text: string, score: number, type: number): Buffer {
  const scored = Buffer.alloc(5);
  scored[0] = (2 << 3) | 5;
  scored.writeFloatLE(score, 1);
  const typed = type === NORMAL ? [] : [varintField(3, type)];
  return bytesField(1, Buffer.concat([bytesField(1, Buffer.from(text)), scored, ...typed]));
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  while (left > 127) {
    bytes.push((left % 128) | 128);
    left = Math.floor(left / 128);
  }
  return Buffer.from([...bytes, left]);
}
