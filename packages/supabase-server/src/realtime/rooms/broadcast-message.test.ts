import { describe, expect, it } from 'vitest';
import {
  BroadcastError,
  BroadcastFrames,
  type BroadcastMessage,
  checkBroadcast,
  parseBroadcast,
  roomOf,
  serializeBroadcast,
} from './broadcast-message.ts';

const MESSAGE: BroadcastMessage = {
  topic: 'realtime:hall',
  private: true,
  event: 'news',
  json: true,
  payload: Buffer.from('{"n":12345678901234567890,"text":"你好"}'),
};

describe('a broadcast', () => {
  it.each<[string, Partial<BroadcastMessage>]>([
    ['JSON', {}],
    ['bytes', { json: false, payload: Buffer.from([0, 10, 255]) }],
    ['what the database keeps', { meta: { id: 'an id' } }],
  ])('reaches other processes as it was: %s', (_, part) => {
    const message = { ...MESSAGE, ...part };
    expect(parseBroadcast(serializeBroadcast(message))).toEqual(message);
  });

  it('has rooms of its own for private and public channels of one name', () => {
    expect(roomOf(MESSAGE)).not.toBe(roomOf({ ...MESSAGE, private: false }));
  });

  it('is one frame for all members of a version, and carries its digits and its id', () => {
    const frames = new BroadcastFrames({ ...MESSAGE, meta: { replayed: true, id: 'x' } });
    expect(frames.for('2.0.0')).toBe(frames.for('2.0.0'));
    const binary = frames.for('2.0.0') as Buffer;
    expect([...binary.subarray(0, 5)]).toEqual([4, 13, 4, 26, 1]);
    expect(binary.toString('utf8', 5)).toBe(
      `realtime:hallnews{"replayed":true,"id":"x"}${MESSAGE.payload.toString()}`,
    );
    expect(frames.for('1.0.0')).toContain(
      '"payload":{"n":12345678901234567890,"text":"你好"},"meta":{"replayed":true,"id":"x"}',
    );
  });

  it('is refused when no client could read it', () => {
    const bad: Array<Partial<BroadcastMessage>> = [
      { event: '' },
      { event: 'é'.repeat(128) },
      { payload: Buffer.from('{') },
      { payload: Buffer.alloc(101, '1') },
    ];
    for (const part of bad)
      expect(() => checkBroadcast({ ...MESSAGE, ...part }, 100)).toThrow(BroadcastError);
    expect(() => checkBroadcast(MESSAGE, 100)).not.toThrow();
  });
});
