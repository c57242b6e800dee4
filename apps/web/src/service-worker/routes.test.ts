import { expect, it } from 'vitest';
import { answerTo } from './routes.ts';

const ORIGIN = 'https://fair.example';

it.each([
  ['/', 'shell'],
  ['/visitor-dashboard/sessions', 'shell'],
  ['/chat/5f0c2f6e-1b1e-4b5c-9f41-0f7c6f0c9b11', 'shell'],
  ['/login?redirect=%2Fjoin%2F1', 'shell'],
  ['/join/5f0c2f6e-1b1e-4b5c-9f41-0f7c6f0c9b11', 'invitation'],
  ['/b/k3QdXz81Lm0PqRs7TuVw2YbN', 'invitation'],
  ['/assets/chat-page-Bkk875_T.js', 'asset'],
  ['/auth/v1/verify?token=t&type=recovery', 'server'],
  ['/storage/v1/object/public/chat-files/audio-1.webm', 'server'],
  ['/readyz', 'server'],
  ['/config.json', 'server'],
  ['https://elsewhere.example/', 'server'],
])('a page at %s is answered by the %s', (path, answer) => {
  const url = new URL(path, ORIGIN).href;
  expect(answerTo({ method: 'GET', url, navigates: true }, ORIGIN)).toBe(answer);
});

it('leaves what pages fetch to the server, but for hashed files', () => {
  const fetched = (path: string, method = 'GET') =>
    answerTo({ method, url: ORIGIN + path, navigates: false }, ORIGIN);
  expect(fetched('/assets/index-B31-oX9b.css')).toBe('asset');
  expect(fetched('/rest/v1/sessions')).toBe('server');
  expect(fetched('/manifest.webmanifest')).toBe('server');
  expect(fetched('/join/1', 'POST')).toBe('server');
});
