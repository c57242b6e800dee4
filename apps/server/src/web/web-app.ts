import { existsSync } from 'node:fs';
import { LANGUAGE_QUERY, type Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';
import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { clientAddress, publicOrigin, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import type { Brand } from '../brand/brand-schema.ts';
import type { BrandStore } from '../brand/brand-store.ts';
import { brandPage, webManifest } from '../brand/serve-brand.ts';
import type { Config } from '../config/config.ts';
import { type BrowserConfigParts, browserConfig } from './browser-config.ts';
import { type BuiltPage, openBuiltPage } from './built-page.ts';
import type { CodeGuessLimit } from './code-guess-limit.ts';
import { compressedPage } from './compressed-page.ts';
import type { EntryServer, PageRequest, RenderedPage } from './entry-server.ts';
import { findBooth, findInvite } from './invitations.ts';
import { type ServerPage, writeLanguage, writePageParts, writeServerPage } from './page-parts.ts';
import { pageSecurityHeaders } from './security-headers.ts';
import { keepLanguage, requestedLanguage, viewerLanguage } from './viewer-language.ts';

export interface WebAppParts {
  config: BrowserConfigParts['config'] & {
    joinPage: Config['joinPage'];
  };
  brand: BrandStore;
  settings: BrowserConfigParts['settings'];
  models: BrowserConfigParts['models'];
  apiKeys: { publishable: string };
  pushKeys: BrowserConfigParts['pushKeys'];
  db: Pick<Database, 'request'>;
  guesses: CodeGuessLimit;
  log: Pick<Logger, 'warn'>;
  /** Returns the renderer of the public pages, or null if it is not built. */
  entryServer: () => Promise<EntryServer | null>;
}

/** The inline scripts of a page that is not built yet. */
const NO_SCRIPTS: readonly string[] = [];

/**
 * Serves the built web app: hashed assets cached for ever, `index.html` with the brand in it for
 * every page of the client's router. The landing page and join pages are rendered on the server
 * (docs/adr/0059).
 * @param folder absolute path of the build
 */
export function createWebApp(
  folder: string,
  { config, brand, settings, models, apiKeys, pushKeys, db, guesses, log, entryServer }: WebAppParts,
): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const built = openBuiltPage(folder);
  const shown = { config, brand, settings, models, apiKeys, pushKeys };
  app.use(pageSecurityHeaders(config, () => built()?.inlineScripts ?? NO_SCRIPTS));
  app.use('/assets/*', async (c, next) => {
    await next();
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
  });
  const page = async (c: Context<ServerEnv>): Promise<Response> => {
    const found = built();
    if (!found) {
      c.header('Cache-Control', 'no-store');
      return c.text('The web app is not built yet. Run: npm run build', 503);
    }
    c.header('Cache-Control', 'no-cache');
    const files = found.filesFor(c.req.path, viewerLanguage(c));
    return compressedPage(c, complete(c, found.html, await entryServer(), files));
  };
  const complete = (
    c: Context<ServerEnv>,
    html: string,
    renderer: EntryServer | null,
    files: readonly string[],
  ) => {
    // The headers that viewerLanguage reads: the files of texts and the rendered page are of that
    // language.
    c.header('Vary', 'Accept-Language, Cookie', { append: true });
    const language = viewerLanguage(c);
    const page = writeLanguage(
      brandPage(html, brand.current()),
      language,
      renderer?.pageDescription(language),
    );
    return writePageParts(page, {
      config: browserConfig(c, shown),
      files,
      loadAgain: renderer?.renderLoadAgain(language) ?? '',
    });
  };
  /** @returns null when the page cannot be rendered: it is then sent as the app shell */
  const render = (renderer: EntryServer, request: PageRequest): RenderedPage | null => {
    try {
      return renderer.renderPage(request);
    } catch (error) {
      // Its message may hold a name of the invitation.
      log.warn({ err: { name: (error as Error).name } }, 'a page is sent without server rendering');
      return null;
    }
  };
  /** The landing page as rendered for a brand: the same for every signed-out visitor. */
  const landings = new WeakMap<Brand, Partial<Record<Language, RenderedPage | null>>>();
  // The service worker stores this file and answers every path with it without a network, so it
  // contains no configuration.
  app.get('/index.html', (c) => {
    const found = built();
    if (!found) return page(c);
    c.header('Cache-Control', 'no-cache');
    return compressedPage(c, brandPage(found.html, brand.current()));
  });
  app.get('/manifest.webmanifest', (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.json(webManifest(brand.current()), 200, { 'Content-Type': 'application/manifest+json' });
  });
  app.use('/sw.js', async (c, next) => {
    await next();
    // A browser must notice a new release at once.
    c.header('Cache-Control', 'no-cache');
  });
  app.use('/icons/*', async (c, next) => {
    await next();
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=86400');
  });
  // Without a build (development) every page shows an error.
  if (existsSync(folder))
    app.use('*', serveStatic({ root: folder, precompressed: true, index: 'no-directory-index' }));
  // Never the page in place of a file: a browser would keep it as the worker, or as an icon.
  for (const files of ['/assets/*', '/icons/*', '/sw.js']) app.get(files, (c) => c.text('Not found', 404));
  // The language switch is a form until the page is hydrated.
  for (const rendered of ['/', '/join/:sessionId', '/b/:code']) {
    app.get(rendered, async (c, next) => {
      const language = requestedLanguage(c);
      if (!language) return next();
      keepLanguage(c, language, publicOrigin(c, config).startsWith('https:'));
      c.header('Cache-Control', 'no-store');
      return c.redirect(withoutLanguage(c.req.url), 303);
    });
  }
  const sendRendered = (
    c: Context<ServerEnv>,
    found: BuiltPage,
    renderer: EntryServer,
    rendered: ServerPage,
  ): Promise<Response> =>
    compressedPage(
      c,
      // The entry of such a page loads the app's scripts after the first paint.
      writeServerPage(complete(c, found.styledHtml, renderer, []), rendered),
    );
  app.get('/', async (c) => {
    const found = built();
    // A mailed link leads here, and the app redirects: the landing page must not show in between.
    const mailed = c.req.query('code') !== undefined || c.req.query('error') !== undefined;
    const renderer = found && !mailed && (await entryServer());
    if (!renderer) return page(c);
    const language = viewerLanguage(c);
    const configuration = browserConfig(c, shown);
    const known = landings.get(configuration.brand) ?? {};
    landings.set(configuration.brand, known);
    known[language] ??= render(renderer, { url: '/', config: configuration, language });
    const rendered = known[language];
    if (!rendered) return page(c);
    c.header('Cache-Control', 'no-cache');
    return sendRendered(c, found, renderer, { ...rendered, name: 'landing', language });
  });
  const { waitMs } = config.joinPage;
  /** A page with a vendor's card in it; the app shell where there is nothing to show. */
  const invitationPage = async (
    c: Context<ServerEnv>,
    name: 'join' | 'booth',
    find: () => Promise<NonNullable<PageRequest['data']> | null>,
  ): Promise<Response> => {
    const found = built();
    const renderer = found && (await entryServer());
    const data = renderer && (await find());
    if (!renderer || !data) return page(c);
    const language = viewerLanguage(c);
    const url = c.req.path + (c.req.query('guest') === undefined ? '' : '?guest');
    const rendered = render(renderer, { url, config: browserConfig(c, shown), language, data });
    if (!rendered) return page(c);
    // The page contains a person's current name and company.
    c.header('Cache-Control', 'private, no-store');
    return sendRendered(c, found, renderer, { ...rendered, name, language });
  };
  app.get('/join/:sessionId', (c) =>
    invitationPage(c, 'join', async () => {
      const invite = await findInvite({ db, log }, c.req.param('sessionId'), waitMs);
      return invite && { invite };
    }),
  );
  app.get('/b/:code', (c) =>
    invitationPage(c, 'booth', async () => {
      const unknown = () => guesses.miss(clientNetwork(clientAddress(c, config)));
      const booth = await findBooth({ db, log }, c.req.param('code'), waitMs, unknown);
      return booth && { booth };
    }),
  );
  app.get('*', page);
  return app;
}

/** @returns path and query of a page's URL, without the language that was asked for */
function withoutLanguage(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete(LANGUAGE_QUERY);
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : '');
}
