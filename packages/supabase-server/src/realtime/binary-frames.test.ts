import { describe, expect, it } from 'vitest';
import { decodeBroadcastPush, encodeBroadcast } from './binary-frames.ts';
import { FrameError } from './frames.ts';

/** A push as a client lays it out. */
function push(strings: string[], encoding: number, payload: Uint8Array): Buffer {
  const parts = strings.map((text) => Buffer.from(text));
  return Buffer.concat([Buffer.from([3, ...parts.map(({ length }) => length), encoding]), ...parts, payload]);
}

describe('binary frames', () => {
  it('reads a broadcast push with a JSON payload', () => {
    const frame = push(['1', '7', 'realtime:会场', 'typing', ''], 1, Buffer.from('{"on":true}'));
    expect(decodeBroadcastPush(frame)).toMatchObject({
      joinRef: '1',
      ref: '7',
      topic: 'realtime:会场',
      event: 'typing',
      json: true,
      payload: Buffer.from('{"on":true}'),
    });
  });

  it('skips metadata and keeps bytes that are no text', () => {
    const bytes = Buffer.from([0, 255, 254, 1]);
    const { json, payload } = decodeBroadcastPush(push(['', '', 't', 'e', '{"a":1}'], 0, bytes));
    expect(json).toBe(false);
    expect(payload.equals(bytes)).toBe(true);
  });

  it('writes lengths, encoding, strings and payload', () => {
    const frame = encodeBroadcast({
      topic: 'ab',
      event: 'c',
      meta: '',
      json: true,
      payload: Buffer.from('{}'),
    });
    expect([...frame]).toEqual([4, 2, 1, 0, 1, ...Buffer.from('abc{}')]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['another kind', Buffer.from([4, 0, 0, 0, 0, 0, 0])],
    ['a header alone', Buffer.from([3, 1, 1])],
    ['lengths beyond the end', Buffer.from([3, 200, 0, 0, 0, 0, 1, 65])],
  ])('refuses %s', (_, frame) => {
    expect(() => decodeBroadcastPush(frame)).toThrow(FrameError);
  });

  it('refuses names that a length byte cannot tell', () => {
    const message = { topic: 'x'.repeat(256), event: 'e', meta: '', json: true, payload: Buffer.alloc(0) };
    expect(() => encodeBroadcast(message)).toThrow(FrameError);
  });
});
