/**
 * Writes small models in the ONNX format, version 8 with operators of version 11 (onnx.proto3 of
 * the ONNX project).
 */

export interface OnnxTensor {
  name: string;
  dims: readonly number[];
  values: Float32Array;
}

export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Whole numbers, or lists of them. */
  attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** A value that goes in or comes out; `dims`: lengths, or names of those that vary. */
export interface OnnxValue {
  name: string;
  type: keyof typeof TYPES;
  dims: readonly (number | string)[];
}

export interface OnnxModel {
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
  nodes: readonly OnnxNode[];
  constants: readonly OnnxTensor[];
  metadata: Readonly<Record<string, string | number>>;
}

const IR_VERSION = 8;
const OPERATORS = 11;
const TYPES = { float: 1, int32: 6, int64: 7 } as const;
/** Kinds of attributes. */
const INT = 2;
const INTS = 7;

/** @returns the bytes of the model's file */
export function onnxModel({ inputs, outputs, nodes, constants, metadata }: OnnxModel): Buffer {
  const graph = message(
    ...nodes.map((node) => field(1, nodeOf(node))),
    field(2, 'made'),
    ...constants.map((constant) => field(5, tensorOf(constant))),
    ...inputs.map((value) => field(11, valueInfo(value))),
    ...outputs.map((value) => field(12, valueInfo(value))),
  );
  return message(
    field(1, IR_VERSION),
    field(7, graph),
    field(8, message(field(2, OPERATORS))),
    ...Object.entries(metadata).map(([key, value]) =>
      field(14, message(field(1, key), field(2, `${value}`))),
    ),
  );
}

function nodeOf({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return message(
    ...inputs.map((input) => field(1, input)),
    ...outputs.map((output) => field(2, output)),
    field(4, op),
    ...Object.entries(attributes).map(([name, value]) =>
      field(
        5,
        typeof value === 'number'
          ? message(field(1, name), field(3, value), field(20, INT))
          : message(field(1, name), ...value.map((one) => field(8, one)), field(20, INTS)),
      ),
    ),
  );
}

function tensorOf({ name, dims, values }: OnnxTensor): Buffer {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return message(...dims.map((dim) => field(1, dim)), field(2, TYPES.float), field(8, name), field(9, raw));
}

function valueInfo({ name, type, dims }: OnnxValue): Buffer {
  const shape = dims.map((dim) => field(1, message(typeof dim === 'number' ? field(1, dim) : field(2, dim))));
  const tensor = message(field(1, TYPES[type]), field(2, message(...shape)));
  return message(field(1, name), field(2, message(field(1, tensor))));
}

function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** One field of Protocol Buffers: a number as a varint, everything else with its length. */
function field(number: number, value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return message(varint(number * 8), varint(value));
  const bytes = Buffer.from(value);
  return message(varint(number * 8 + 2), varint(bytes.length), bytes);
}

/** @param value a whole number; negative ones take ten bytes */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
