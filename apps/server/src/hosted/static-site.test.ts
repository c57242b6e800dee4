import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { findProjectRoot } from '../util/project-root.ts';
import { writeStaticSite } from './static-site.ts';

const KEY = 'sb_publishable_0123456789abcdef';
const PROJECT = 'https://abcdefgh.supabase.co';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-site-'));
  await mkdir(path.join(folder, 'dist/assets'), { recursive: true });
  // The page as it is before the bundler names its scripts.
  await cp(path.join(findProjectRoot(), 'apps/web/index.html'), path.join(folder, 'dist/index.html'));
  for (const file of ['assets/entry-1.js', 'assets/entry-1.js.br', 'sw.js', 'pages.json']) {
    await writeFile(path.join(folder, 'dist', file), '{"pages":[],"texts":{}}');
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function write(supabaseUrl = PROJECT, env: Record<string, string> = { SUPABASE_PUBLISHABLE_KEY: KEY }) {
  const config = loadConfig({ DATA_DIR: path.join(folder, 'data'), ...env });
  return writeStaticSite({
    dist: path.join(folder, 'dist'),
    out: path.join(folder, 'site'),
    supabaseUrl,
    config,
  });
}
const read = (file: string) => readFile(path.join(folder, 'site', file), 'utf8');

describe('the static site for a hosted Supabase', () => {
  it('has the app, its configuration and what static hosts read, and nothing that only the server reads', async () => {
    await write(`${PROJECT}/`);
    expect((await readdir(path.join(folder, 'site'), { recursive: true })).sort()).toEqual(
      [
        '404.html',
        '_headers',
        '_redirects',
        'assets',
        'assets/entry-1.js',
        'brand',
        'config.json',
        'index.html',
        'manifest.webmanifest',
        'sw.js',
      ].sort(),
    );
    expect(JSON.parse(await read('config.json'))).toMatchObject({
      supabaseUrl: PROJECT,
      supabaseKey: KEY,
      brand: { name: 'Dragoman' },
      hosted: true,
      speech: false,
      assistant: false,
      guests: true,
      passkeys: false,
      retentionDays: 0,
      announcement: null,
    });
    expect(await read('_redirects')).toBe('/* /index.html 200\n');
    expect(await read('404.html')).toBe(await read('index.html'));
  });

  it('lets pages connect to the project and to nothing else', async () => {
    await write();
    const page = await read('index.html');
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(policy).toContain(`connect-src 'self' ${PROJECT} wss://abcdefgh.supabase.co;`);
    expect(policy).toContain(`img-src 'self' data: blob: ${PROJECT};`);
    // Each inline script by its hash, so the policy comes before all of them.
    expect(policy.match(/'sha256-/g)?.length).toBe(page.match(/<script>/g)?.length);
    expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<script>'));
    expect(policy).not.toContain('frame-ancestors');
    const headers = await read('_headers');
    expect(headers).toContain("frame-ancestors 'none'");
    expect(headers).not.toMatch(/strict-transport/i);
  });

  it('has the brand with its pictures', async () => {
    const data = path.join(folder, 'data');
    await mkdir(path.join(data, 'brand'), { recursive: true });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><rect width="60" height="30"/></svg>';
    await writeFile(path.join(data, 'brand/logo.svg'), svg);
    await writeFile(path.join(data, 'brand.json'), JSON.stringify({ name: 'Lumen Fair', logo: 'logo.svg' }));
    await write();
    expect(await read('brand/logo.svg')).toBe(svg);
    expect(await read('index.html')).toContain('<title>Lumen Fair</title>');
    expect(JSON.parse(await read('manifest.webmanifest'))).toMatchObject({ name: 'Lumen Fair' });
    expect(JSON.parse(await read('config.json')).brand.logo.src).toMatch(/^\/brand\/logo\.svg\?v=/);
  });

  it('takes guests, engines and retention from the settings of the functions', async () => {
    await write(PROJECT, {
      SUPABASE_PUBLISHABLE_KEY: KEY,
      GUESTS: 'off',
      RETENTION_DAYS: '90',
      STT_OPENAI_URL: 'https://speech.example',
      STT_OPENAI_MODEL: 'whisper-1',
    });
    expect(JSON.parse(await read('config.json'))).toMatchObject({
      guests: false,
      retentionDays: 90,
      speech: true,
    });
  });

  it.each([
    ['', KEY, /SUPABASE_URL: must be the address of the project/],
    ['abcdefgh.supabase.co', KEY, /SUPABASE_URL/],
    ['postgresql://postgres@db.abcdefgh.supabase.co', KEY, /SUPABASE_URL/],
    [PROJECT, '', /SUPABASE_PUBLISHABLE_KEY: must be set/],
  ])('is not written for the address %j with the key %j', async (url, key, message) => {
    const written = write(url, key ? { SUPABASE_PUBLISHABLE_KEY: key } : {});
    await expect(written).rejects.toThrow(ConfigError);
    await expect(written).rejects.toThrow(message);
    await expect(readdir(path.join(folder, 'site'))).rejects.toThrow('ENOENT');
  });
});
