import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the settings of realtime', () => {
  it('bound what a client may send, and 0 takes a bound away', () => {
    expect(loadConfig({}).realtime).toEqual({
      maxSockets: 20_000,
      channelsPerSocket: 100,
      idleSeconds: 75,
      sendBufferBytes: 1_048_576,
      joinsPerSecond: 100,
      framesPerSecond: 500,
      messagesPerSecond: 10_000,
      maxMessageBytes: 262_144,
      presenceCalls: 5,
      privateOnly: false,
      peerSeconds: 35,
    });
    const open = loadConfig({ REALTIME_PRESENCE_CALLS: '0', REALTIME_MESSAGES_PER_SECOND: '0' }).realtime;
    expect([open.presenceCalls, open.messagesPerSecond]).toEqual([Infinity, Infinity]);
  });

  it.each(['REALTIME_MAX_MESSAGE_BYTES', 'REALTIME_PEER_SECONDS'])('keep %s from being 0', (name) => {
    expect(() => loadConfig({ [name]: '0' })).toThrow(`- ${name} must be a whole number`);
  });
});
