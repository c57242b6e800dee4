import { expect, it } from 'vitest';
import { classifyRefusal } from './upload-chat-file.ts';

it.each([
  [409, 'The resource already exists', 'stored'],
  // Another request of the same upload came first: the next attempt asks how far it got.
  [409, 'Upload-Offset is not where the upload has got to', 'unreachable'],
  [0, '', 'unreachable'],
  [401, 'No session', 'unreachable'],
  [503, '', 'unreachable'],
  [403, 'new row violates row-level security policy', 'refused'],
  [413, 'The object exceeded the maximum allowed size', 'refused'],
  [415, 'The content of the file is not of the declared type image/jpeg', 'refused'],
] as const)('an upload answered with %i (%s) is %s', (status, message, meaning) => {
  expect(classifyRefusal(status, message)).toBe(meaning);
});
