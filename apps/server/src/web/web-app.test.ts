import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrandStore } from '../brand/brand-store.ts';
import { createLogger } from '../util/logger.ts';
import { createGuessLimit } from './guess-limit.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createWebApp } from './web-app.ts';

const BUILT = `<!doctype html><html lang="en" dir="ltr"><head><title>Dragoman</title>
<meta name="description" content="Meet &amp; chat" />
<link rel="preload" href="/config.json" as="fetch" crossorigin >
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index-1.css"></head><body><div id="root"></div></body></html>`;
const PAGES = {
  pages: [['/chat/*', ['/assets/chat.js']]],
  texts: { en: ['/assets/en.js'], ar: ['/assets/ar.js'] },
};
const EARLY = '(() => { early("$&") })()';
const KEY = 'sb_publishable_of_a_test';

let folder: string;
let app: ReturnType<typeof createWebApp>;
let renderer: PageRenderer;
/** Of the last answer. */
let vary: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-web-app-'));
  await writeFile(path.join(folder, 'index.html'), BUILT);
  await writeFile(path.join(folder, 'pages.json'), JSON.stringify(PAGES));
  await writeFile(path.join(folder, 'early-chat.js'), EARLY);
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets/index-1.css'), 'h1 { color: teal }');
  const sources = path.resolve(import.meta.dirname, '../../../web/src/page-renderer.tsx');
  renderer = (await import(pathToFileURL(sources).href)) as PageRenderer;
  app = freshApp();
  // The pages' sources are read and compiled for it.
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function freshApp(): ReturnType<typeof createWebApp> {
  const log = createLogger('fatal');
  return createWebApp(folder, {
    config: {
      publicUrl: null,
      trustProxy: false,
      speech: null,
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
    db: { request: () => Promise.reject(new Error('no page here asks the database')) },
    guesses: createGuessLimit(),
    log,
    pageRenderer: async () => renderer,
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
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/chat.js">');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/ar.js">');
    expect(html).not.toContain('/assets/en.js');
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('rel="stylesheet"');
    expect(html).not.toContain('<template');
    // For what runs no scripts; a script of the page looks at the reader's languages itself.
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
    expect(html).toContain('<div id="root" data-app="when-wanted" data-for="strangers"><');
    expect(html).toContain(`>${logIn}</a>`);
    expect(html).toContain(`<meta name="description" content="${description}`);
    expect(html).not.toContain('Meet &amp; chat');
    expect(vary).toEqual(expect.arrayContaining(['Accept-Language', 'Cookie']));
    // What there is to read comes first, with all that it is painted with.
    expect(html).toContain('<style>h1 { color: teal }</style>');
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).toContain(
      '</div><template id="scripts"><script type="module" crossorigin src="/assets/index.js"></script></template>',
    );
    expect(configOf(html)).toMatchObject({ supabaseKey: KEY });
  });

  it.each(['/?code=123', '/?error=access_denied'])(
    'is not shown to whom a mail has led to %s',
    async (at) => {
      expect(await get(at)).toContain('<div id="root"></div>');
      expect(await get('/?utm_source=poster')).toContain('data-for="strangers"');
    },
  );

  it('goes out as it was built when it cannot be written', async () => {
    const whole = renderer;
    renderer = {
      ...whole,
      renderLandingPage: () => {
        throw new Error('broken');
      },
    };
    try {
      const answer = await freshApp().request('https://fair.example/');
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<div id="root"></div>');
    } finally {
      renderer = whole;
    }
  });
});

describe('the page of a chat', () => {
  const CHAT = '/chat/3f2c1b4a-7d58-4e0b-9a51-52f0a4b7c9d1';

  it('has its frame in it, in the language of its reader, and a script that may run', async () => {
    const html = await get(CHAT, { 'Accept-Language': 'ar' });
    expect(html).toContain('<html lang="ar" dir="rtl" data-language="ar">');
    expect(html).toContain('<div id="root" data-app="stays" data-for="members">');
    expect(html).toContain('placeholder="اكتب رسالتك…');
    expect(html).toContain('<template data-part="other-first">');
    // It needs the configuration, and is there before the style sheet.
    expect(html.indexOf(`<script>${EARLY}</script>`)).toBeGreaterThan(html.indexOf('id="config"'));
    expect(html.indexOf(`<script>${EARLY}</script>`)).toBeLessThan(html.indexOf('<style>'));
    const answer = await app.request(`https://fair.example${CHAT}`);
    const hash = createHash('sha256').update(EARLY).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
  });

  it('is an empty one where there can be no chat', async () => {
    expect(await get('/chat/lamps')).toContain('<div id="root"></div>');
  });
});
