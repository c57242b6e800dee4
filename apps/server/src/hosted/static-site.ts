import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { readBrand } from '../brand/brand-store.ts';
import { brandPage, webManifest } from '../brand/serve-brand.ts';
import type { Config } from '../config/config.ts';
import { type BrowserConfig, guestsAdmitted } from '../web/browser-config.ts';
import { openBuiltPage } from '../web/built-page.ts';
import { pageSecurityHeaders } from '../web/security-headers.ts';

/** The contents of `/config.json` of a static site. */
export type StaticConfig = BrowserConfig & { hosted: true };

export interface StaticSite {
  /** The built web app. */
  dist: string;
  /** The output folder; existing contents are removed. */
  out: string;
  /** Address of the Supabase project. */
  supabaseUrl: string;
  config: Pick<Config, 'auth' | 'assistant' | 'dataDir' | 'keys' | 'eventAdmin' | 'speech' | 'translation'>;
}

/** Files that only this server reads or generates, and its compressed copies. */
const LEFT_OUT = /(?:^|\/)(?:index\.html|pages\.json|\.fingerprint|\.vite)$|\.(?:br|gz)$/;

/**
 * Writes the web app for a hosted Supabase: files for any static host. They include the parts that
 * the server would add to each answer: the configuration, the brand with its pictures, the
 * manifest, the security policy. `_redirects`, `_headers` and `404.html` tell static hosts to
 * answer every page with the app.
 * @throws {ConfigError} naming what is wrong: the address or the key of the project, or the brand
 */
export async function writeStaticSite({ dist, out, supabaseUrl, config }: StaticSite): Promise<void> {
  const browserConfig = staticConfig(supabaseUrl, config);
  const inUse = readBrand(config.dataDir);
  const built = openBuiltPage(dist)();
  if (!built) throw new Error('The web app is not built. Run: npm run build');

  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(out, 'brand'), { recursive: true });
  await cp(dist, out, {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(path.relative(dist, source).replaceAll(path.sep, '/')),
  });
  const scripts = built.inlineScripts.filter((script) => built.html.includes(script));
  const headers = await securityHeaders(supabaseUrl, scripts);
  const page = withPolicy(brandPage(built.html, inUse), headers);
  const json = (value: unknown) => `${JSON.stringify(value)}\n`;
  await writeFile(path.join(out, 'config.json'), json({ ...browserConfig, brand: inUse.brand }));
  await writeFile(path.join(out, 'manifest.webmanifest'), json(webManifest(inUse)));
  for (const [name, { bytes }] of inUse.pictures) await writeFile(path.join(out, 'brand', name), bytes);
  await writeFile(path.join(out, 'index.html'), page);
  await writeFile(path.join(out, '404.html'), page);
  await writeFile(path.join(out, '_redirects'), '/* /index.html 200\n');
  await writeFile(path.join(out, '_headers'), headerRules(headers));
}

/** @throws {ConfigError} */
function staticConfig(
  supabaseUrl: string,
  { auth, assistant, keys, eventAdmin: organiser, speech, translation }: StaticSite['config'],
): Omit<StaticConfig, 'brand'> {
  const problems: string[] = [];
  const origin = URL.canParse(supabaseUrl) ? new URL(supabaseUrl).origin : '';
  if (!/^https?:/.test(origin)) {
    problems.push('SUPABASE_URL: must be the address of the project, such as https://abcdefgh.supabase.co');
  }
  const key = keys.publishableKey;
  if (key === null)
    problems.push('SUPABASE_PUBLISHABLE_KEY: must be set to the publishable key of the project');
  if (problems.length > 0 || key === null) throw new ConfigError(problems);
  return {
    supabaseUrl: origin,
    supabaseKey: key,
    speech: speech !== null,
    otherTranslation: translation.length > 1,
    assistant: assistant.model !== null,
    guests: organiser.defaults.guestsEnabled && guestsAdmitted(auth),
    // Passkeys are this server's own extension of the auth service.
    passkeys: false,
    // A hosted Supabase sends neither.
    push: null,
    missedReplyMails: false,
    retentionDays: organiser.defaults.retentionDays,
    announcement: null,
    hosted: true,
  };
}

/** The headers that this server gives its pages, for pages whose API is the project's. */
async function securityHeaders(supabaseUrl: string, inlineScripts: readonly string[]): Promise<Headers> {
  const app = new Hono<ServerEnv>();
  app.use(pageSecurityHeaders({ publicUrl: supabaseUrl, trustProxy: false }, () => inlineScripts));
  app.get('/', (c) => c.body(null, 204));
  const { headers } = await app.request('/');
  // A promise for the site's own host, which its operator may make there.
  headers.delete('strict-transport-security');
  return headers;
}

/**
 * Adds the policy to the page, for hosts that send no headers of their own. Only headers can forbid
 * frames.
 */
function withPolicy(html: string, headers: Headers): string {
  const policy = (headers.get('content-security-policy') ?? '').replace(/(?:;\s*)?frame-ancestors [^;]*/, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${meta}`);
}

/**
 * The form that Netlify and Cloudflare Pages read; other hosts serve it as a file that says nothing
 * secret.
 */
function headerRules(headers: Headers): string {
  const all = [...headers].map(([name, value]) => `  ${name}: ${value}`);
  const cached = ['/assets/*', '  cache-control: public, max-age=31536000, immutable'];
  const fresh = ['/', '/index.html', '/config.json', '/manifest.webmanifest', '/sw.js'].flatMap((file) => [
    file,
    '  cache-control: no-cache',
  ]);
  return `${['/*', ...all, ...cached, ...fresh].join('\n')}\n`;
}
