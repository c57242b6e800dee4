import { expect, it } from 'vitest';
import { fileSource } from './chat-file.ts';

const ORIGIN = 'https://fair.example';
const PATH = '5e55a000-0000-4000-8000-000000000001/audio-1767258000000.webm';
const stored = { kind: 'stored', path: PATH, name: 'audio-1767258000000.webm' };

it.each([
  [PATH, stored],
  [`${ORIGIN}/storage/v1/object/public/chat-files/${PATH}`, stored],
  [`${ORIGIN}/storage/v1/object/sign/chat-files/${PATH}?token=over`, stored],
  [` ${ORIGIN}/storage/v1/object/authenticated/chat-files/${PATH} `, stored],
  [
    `${ORIGIN}/storage/v1/object/public/chat-files/5e55a000-0000-4000-8000-000000000001/%E4%BB%B7%E7%9B%AE.pdf`,
    { kind: 'stored', path: '5e55a000-0000-4000-8000-000000000001/价目.pdf', name: '价目.pdf' },
  ],
])('finds the stored file of %s', (content, expected) => {
  expect(fileSource(content, ORIGIN)).toEqual(expected);
});

it.each([
  [`https://elsewhere.example/storage/v1/object/public/chat-files/${PATH}`, 'audio-1767258000000.webm'],
  ['https://elsewhere.example/list.pdf?v=2', 'list.pdf'],
  ['https://elsewhere.example/', 'elsewhere.example'],
  [`${ORIGIN}/storage/v1/object/public/avatars/${PATH}`, 'audio-1767258000000.webm'],
  [`${ORIGIN}/storage/v1/object/public/chat-files/%2e%2e/secret.webm`, 'secret.webm'],
])('takes %s for a file of the web', (content, name) => {
  expect(fileSource(content, ORIGIN)).toMatchObject({ kind: 'web', name });
});

it.each([
  '',
  'price list',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/hosts',
  '../x/audio.webm',
])('takes %j for no address', (content) => {
  expect(fileSource(content, ORIGIN)).toEqual({ kind: 'none' });
});
