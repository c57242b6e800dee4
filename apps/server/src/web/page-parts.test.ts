import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openBuiltPage } from './built-page.ts';
import { writePageParts } from './page-parts.ts';

describe('what the server adds to a page', () => {
  const html =
    '<head><link rel="preload" href="/config.json" as="fetch" crossorigin  /></head><body><div id="root"></div></body>';

  it('is its configuration, in an element that no brand can end, and its scripts', () => {
    const config = { brand: { name: '</script><b>$&' } };
    const page = writePageParts(html, {
      config,
      files: ['/assets/chat-1.js'],
      loadAgain: '<div id="load-again">$&</div>',
    });
    const [, json] = page.match(/<script type="application\/json" id="config">(.*?)<\/script>/s) ?? [];
    expect(JSON.parse(json ?? '')).toEqual(config);
    expect(page).not.toContain('/config.json');
    expect(page).not.toContain('<b>');
    expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/chat-1.js"></head>');
    expect(page).toContain('<div id="load-again">$&</div></body>');
  });
});

describe('the built page', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-page-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is read when it has been built, and again after the next build', () => {
    const built = openBuiltPage(folder);
    expect(built()).toBeNull();
    const file = path.join(folder, 'index.html');
    writeFileSync(file, 'one<script>1</script>');
    expect(built()?.html).toBe('one<script>1</script>');
    expect(built()?.inlineScripts).toEqual(['1']);
    expect(built()?.filesFor('/', 'en')).toEqual([]);
    writeFileSync(
      path.join(folder, 'pages.json'),
      JSON.stringify({
        start: ['/start.js'],
        pages: [
          ['/', ['/a.js']],
          ['/chat/*', ['/b.js']],
        ],
        startTexts: { zh: ['/zh.start.js'] },
        texts: { zh: ['/zh.js'] },
      }),
    );
    writeFileSync(file, 'two<script>2</script>');
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    const page = built();
    expect(page?.html).toBe('two<script>2</script>');
    expect(page?.inlineScripts).toEqual(['2']);
    expect(page?.filesFor('/', 'en')).toEqual(['/start.js', '/a.js']);
    expect(page?.filesFor('/chat/1', 'zh')).toEqual(['/start.js', '/zh.start.js', '/b.js', '/zh.js']);
    expect(page?.filesFor('/chat', 'zh')).toEqual(['/start.js', '/zh.start.js']);
    expect(page?.filesFor('/login', 'zh')).toEqual(['/start.js', '/zh.start.js']);
  });
});
