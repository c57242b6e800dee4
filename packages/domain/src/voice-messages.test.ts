import { expect, test } from 'vitest';
import { playedType, recordingPath } from './voice-messages.ts';

test.each([
  ['audio/webm;codecs=opus', 'audio-1700000000000.webm'],
  ['audio/webm', 'audio-1700000000000.webm'],
  ['audio/mp4; codecs=mp4a.40.2', 'audio-1700000000000.m4a'],
  ['AUDIO/OGG;codecs=opus', 'audio-1700000000000.ogg'],
  ['', 'audio-1700000000000.webm'],
  ['constructor', 'audio-1700000000000.webm'],
])('a recording of the type %j is named %s', (type, name) => {
  expect(recordingPath('a-session', 1_700_000_000_000, type)).toBe(`a-session/${name}`);
});

test('a player is asked about the type of a recording with its codec', () => {
  expect(playedType('c/audio-1.webm')).toBe('audio/webm; codecs=opus');
  expect(playedType('c/audio-1.m4a')).toBe('audio/mp4; codecs=mp4a.40.2');
  expect(playedType('c/audio-1.ogg')).toBe('audio/ogg; codecs=opus');
  expect(playedType('c/audio-1.wav')).toBeUndefined();
  expect(playedType('c/audio-1')).toBeUndefined();
});
