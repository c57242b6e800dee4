import { describe, expect, it } from 'vitest';
import { ChunkReader, toPayloads } from './chunks.ts';

const SHORT = { from: 'a1', kind: 'broadcast', body: '你好\nworld' };
const LONG = { from: 'a1', kind: 'broadcast', body: '🤝展台\n'.repeat(5000) };

describe('chunks', () => {
  it('keep a short message whole', () => {
    const payloads = toPayloads(SHORT);
    expect(payloads).toHaveLength(1);
    expect(new ChunkReader().read(payloads[0] as string)).toEqual(SHORT);
  });

  it('cut a long one to what NOTIFY takes and put it together again', () => {
    const payloads = toPayloads(LONG);
    expect(payloads.length).toBeGreaterThan(1);
    expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000);
    const reader = new ChunkReader();
    expect(payloads.map((payload) => reader.read(payload)).at(-1)).toEqual(LONG);
  });

  it('keep the messages of several processes apart', () => {
    const reader = new ChunkReader();
    const other = { ...LONG, from: 'b2', body: 'x'.repeat(20_000) };
    const [mine, theirs] = [toPayloads(LONG), toPayloads(other)];
    const read: unknown[] = [];
    for (let at = 0; at < Math.max(mine.length, theirs.length); at += 1) {
      for (const payload of [mine[at], theirs[at]]) if (payload) read.push(reader.read(payload));
    }
    expect(read.filter((message) => message !== null)).toEqual(
      theirs.length < mine.length ? [other, LONG] : [LONG, other],
    );
  });

  it('give up a message whose parts are incomplete, and read the next', () => {
    const reader = new ChunkReader();
    const [first, , ...rest] = toPayloads(LONG);
    for (const payload of [first as string, ...rest]) expect(reader.read(payload)).toBeNull();
    expect(reader.read(toPayloads(SHORT)[0] as string)).toEqual(SHORT);
    expect(
      toPayloads(LONG)
        .map((payload) => reader.read(payload))
        .at(-1),
    ).toEqual(LONG);
  });

  it.each(['', 'x', 'a b c\n', 'a b 1/x\nbody', '\n'])('take %j for nothing', (payload) => {
    expect(new ChunkReader().read(payload)).toBeNull();
  });
});
