import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { viewerLanguage } from './viewer-language.ts';

const app = new Hono().get('/', (c) => c.text(viewerLanguage(c)));

it.each([
  [{}, 'en'],
  [{ 'accept-language': 'ar' }, 'ar'],
  [{ 'accept-language': 'en-GB;q=0.5, zh-Hant-TW;q=0.9, fr' }, 'zh'],
  [{ 'accept-language': 'ar;q=0, zh;q=0.1' }, 'zh'],
  [{ 'accept-language': '*' }, 'en'],
  [{ 'accept-language': ';;=,"' }, 'en'],
  [{ 'accept-language': 'zh', cookie: 'a=1; dragoman-language=ar' }, 'ar'],
  [{ 'accept-language': 'zh', cookie: 'dragoman-language="><script>' }, 'zh'],
])('with %j a page is in %s', async (headers, language) => {
  const answer = await app.request('/', { headers: headers as Record<string, string> });
  expect(await answer.text()).toBe(language);
});
