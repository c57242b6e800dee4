import { describe, expect, it } from 'vitest';
import { loadServerConfig } from './server-environment.ts';

describe('the settings of realtime', () => {
  it('bound what a client may send, and 0 takes a bound away', () => {
    expect(loadServerConfig({}).realtime).toEqual({
      maxSockets: 20_000,
      maxSocketsPerAddress: 200,
      channelsPerSocket: 100,
      idleSeconds: 75,
      sendBufferBytes: 1_048_576,
      joinsPerSecond: 100,
      framesPerSecond: 500,
      messagesPerUser: 100,
      messagesPerAddress: 2000,
      messagesPerSecond: 10_000,
      maxMessageBytes: 262_144,
      presenceCalls: 5,
      allowedOrigins: [],
      privateOnly: false,
      peerSeconds: 35,
    });
    const open = loadServerConfig({
      REALTIME_PRESENCE_CALLS: '0',
      REALTIME_MESSAGES_PER_SECOND: '0',
    }).realtime;
    expect([open.presenceCalls, open.messagesPerSecond]).toEqual([Infinity, Infinity]);
  });

  it('take origins with commas between, and name what is none', () => {
    const { allowedOrigins } = loadServerConfig({
      REALTIME_ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080/',
    }).realtime;
    expect(allowedOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
    for (const bad of ['a.example', 'https://a.example/path']) {
      expect(() => loadServerConfig({ REALTIME_ALLOWED_ORIGINS: bad })).toThrow('must be origins such as');
    }
  });

  it.each(['REALTIME_MAX_MESSAGE_BYTES', 'REALTIME_PEER_SECONDS'])('keep %s from being 0', (name) => {
    expect(() => loadServerConfig({ [name]: '0' })).toThrow(`- ${name} must be a whole number`);
  });
});
