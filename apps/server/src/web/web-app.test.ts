import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrandStore } from '../brand/brand-store.ts';
import { createCodeGuessLimit } from './code-guess-limit.ts';
import type { EntryServer } from './entry-server.ts';
import { createWebApp } from './web-app.ts';

const BUILT = `<!doctype html><html lang="en" dir="ltr"><head><title>Dragoman</title>
<meta name="description" content="Meet &amp; chat" />
<link rel="preload" href="/config.json" as="fetch" crossorigin >
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index-1.css"></head><body><div id="root"></div></body></html>`;
const PAGES = {
  start: ['/assets/start.js'],
  startTexts: { en: ['/assets/en.start.js'], ar: ['/assets/ar.start.js'] },
  pages: [['/chat/*', ['/assets/chat.js']]],
  texts: { en: ['/assets/en.js'], ar: ['/assets/ar.js'] },
};
const KEY = 'sb_publishable_of_a_test';

let folder: string;
let app: ReturnType<typeof createWebApp>;
let entry: EntryServer;
/** The `Vary` header of the last response. */
let vary: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-web-app-'));
  await writeFile(path.join(folder, 'index.html'), BUILT);
  await writeFile(path.join(folder, 'pages.json'), JSON.stringify(PAGES));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets/index-1.css'), 'h1 { color: teal }');
  const sources = path.resolve(import.meta.dirname, '../../../web/src/entry-server.tsx');
  entry = (await import(pathToFileURL(sources).href)) as EntryServer;
  app = freshApp();
  // The pages' sources are read and compiled for it.
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function freshApp(): ReturnType<typeof createWebApp> {
  const log = createLogger('fatal');
  return createWebApp(folder, {
    config: {
      publicUrl: null,
      securityContact: null,
      mail: { smtpUrl: null, from: 'no-reply@localhost' },
      trustProxy: false,
      speech: null,
      translation: [],
      models: { translation: false },
      assistant: { model: null },
      auth: {
        anonymousUsersEnabled: true,
        signupEnabled: true,
        captcha: null,
        passkeys: { enabled: true, maximum: 10, challengeSeconds: 300 },
      },
      joinPage: { waitMs: 0 },
    },
    brand: openBrandStore(folder, log),
    settings: {
      current: () => ({ retentionDays: 0, guestsEnabled: true, announcement: null, brand: {} }),
    },
    models: { files: () => null },
    apiKeys: { publishable: KEY },
    pushKeys: { publicKey: 'none' },
    db: { request: () => Promise.reject(new Error('no page here asks the database')) },
    guesses: createCodeGuessLimit(),
    log,
    entryServer: async () => entry,
  });
}

async function get(at: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.request(`https://fair.example${at}`, { headers });
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  vary = answer.headers.get('vary')?.split(', ') ?? [];
  return answer.text();
}

function configOf(html: string): unknown {
  const [, json] = html.match(/<script type="application\/json" id="config">(.*?)<\/script>/s) ?? [];
  return JSON.parse(json ?? 'null');
}

describe('a page of the server', () => {
  it('has its configuration, its scripts and the texts of its reader in it', async () => {
    const html = await get('/chat/1', { 'Accept-Language': 'ar-AE' });
    expect(configOf(html)).toMatchObject({ supabaseUrl: 'https://fair.example', supabaseKey: KEY });
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/start.js">');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/chat.js">');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/ar.js">');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/ar.start.js">');
    expect(html).not.toContain('/assets/en.');
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('rel="stylesheet"');
    // The language matters to clients that run no scripts; a script of the page looks at the
    // reader's languages itself.
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<meta name="description" content="تجاوز حاجز اللغة');
    expect(vary).toEqual(expect.arrayContaining(['Accept-Language', 'Cookie', 'Accept-Encoding']));
  });

  it('leaves what the service worker keeps without what may grow old', async () => {
    const html = await get('/index.html');
    expect(configOf(html)).toBeNull();
    expect(html).toContain('href="/config.json"');
    expect(html).not.toContain('modulepreload');
    expect(html).toContain(
      '<html lang="en" dir="ltr"><head><title>Dragoman</title>\n<meta name="description"',
    );
    expect(vary).toEqual(['Accept-Encoding']);
  });
});

describe('the landing page', () => {
  it.each([
    ['en-GB', 'lang="en" dir="ltr"', 'Login', 'Break language barriers'],
    ['zh-CN', 'lang="zh-Hans" dir="ltr"', '登录', '在展会上跨越语言障碍'],
    ['ar', 'lang="ar" dir="rtl"', 'دخول', 'تجاوز حاجز اللغة'],
  ])('is there before any script, in %s', async (language, root, logIn, description) => {
    const html = await get('/', { 'Accept-Language': language });
    expect(html).toContain(`<html ${root} data-language="${language.slice(0, 2)}">`);
    expect(html).toContain('<div id="root" data-server-page="landing"><');
    expect(html).toContain(`>${logIn}</a>`);
    expect(html).toContain(`<meta name="description" content="${description}`);
    expect(html).not.toContain('Meet &amp; chat');
    expect(vary).toEqual(expect.arrayContaining(['Accept-Language', 'Cookie']));
    // It is painted without waiting for another file.
    expect(html).toContain('<style>h1 { color: teal }</style>');
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).not.toContain('modulepreload');
    expect(configOf(html)).toMatchObject({ supabaseKey: KEY });
  });

  it.each(['/?code=123', '/?error=access_denied'])(
    'is not rendered for a mailed link that leads to %s',
    async (at) => {
      expect(await get(at)).toContain('<div id="root"></div>');
      expect(await get('/?utm_source=poster')).toContain('data-server-page="landing"');
    },
  );

  it('is the app shell when it cannot be rendered', async () => {
    const whole = entry;
    entry = {
      ...whole,
      renderPage: () => {
        throw new Error('broken');
      },
    };
    try {
      const answer = await freshApp().request('https://fair.example/');
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<div id="root"></div>');
    } finally {
      entry = whole;
    }
  });
});

describe('the language switch of a page that is not hydrated', () => {
  it('is answered with the same page in that language, which the browser keeps', async () => {
    const answer = await app.request('https://fair.example/?language=ar&utm_source=poster');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/?utm_source=poster');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [cookie = ''] = answer.headers.get('set-cookie')?.split(';') ?? [];
    expect(answer.headers.get('set-cookie')).toBe(
      'dragoman-language=ar; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
    );
    expect(await get('/', { Cookie: cookie })).toContain('<html lang="ar" dir="rtl" data-language="ar">');
  });

  it('leads nowhere else, and knows no other language', async () => {
    const answer = await app.request('https://fair.example/join/%2F%2Felsewhere.example?language=zh&guest');
    expect(answer.headers.get('location')).toBe('/join/%2F%2Felsewhere.example?guest=');
    expect((await app.request('https://fair.example/?language=fr')).status).toBe(200);
    expect((await app.request('https://fair.example/login?language=zh')).status).toBe(200);
  });
});

it('a chat is the app shell', async () => {
  expect(await get('/chat/3f2c1b4a-7d58-4e0b-9a51-52f0a4b7c9d1')).toContain('<div id="root"></div>');
});
