import { existsSync } from 'node:fs';
import type { Language } from '@dragoman/domain/languages';
import { isUuid } from '@dragoman/domain/uuid';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { brandPage } from '../brand/brand-page.ts';
import type { Brand } from '../brand/brand-schema.ts';
import type { BrandStore } from '../brand/brand-store.ts';
import { webManifest } from '../brand/web-manifest.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { clientNetwork } from '../http/client-network.ts';
import { clientAddress, type ServerEnv } from '../http/request-info.ts';
import type { Logger } from '../util/logger.ts';
import { findBooth } from './booth-page.ts';
import { type BrowserConfigParts, browserConfig } from './browser-config.ts';
import { type BuiltPage, openBuiltPage } from './built-page.ts';
import { compressedPage } from './compressed-page.ts';
import type { GuessLimit } from './guess-limit.ts';
import { findInvite, writeJoinPage } from './join-page.ts';
import { type FirstPaint, writeFirstPaint, writeLanguage, writePageParts } from './page-parts.ts';
import type { EntranceProps, PageRenderer } from './page-renderer.ts';
import { readerLanguage } from './reader-language.ts';
import { pageSecurityHeaders } from './security-headers.ts';

export interface WebAppParts {
  config: BrowserConfigParts['config'] & {
    joinPage: Config['joinPage'];
  };
  brand: BrandStore;
  settings: BrowserConfigParts['settings'];
  models: BrowserConfigParts['models'];
  apiKeys: { publishable: string };
  db: Pick<Database, 'request'>;
  guesses: GuessLimit;
  log: Pick<Logger, 'warn'>;
  /** Gives what makes the first paint of pages; null where that is not built. */
  pageRenderer: () => Promise<PageRenderer | null>;
}

/** Of a page that is not built yet. */
const NO_SCRIPTS: readonly string[] = [];

/**
 * Serves the built web app: hashed assets cached for ever, `index.html` with the brand in it for every page of the client's
 * router. The landing page and join pages have what they first show in them (docs/adr/0016).
 * @param folder absolute path of the build
 */
export function createWebApp(
  folder: string,
  { config, brand, settings, models, apiKeys, db, guesses, log, pageRenderer }: WebAppParts,
): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const built = openBuiltPage(folder);
  const shown = { config, brand, settings, models, apiKeys };
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
    return compressedPage(c, complete(c, found, await pageRenderer()));
  };
  const complete = (
    c: Context<ServerEnv>,
    { html, filesFor }: Pick<BuiltPage, 'html' | 'filesFor'>,
    renderer: PageRenderer | null,
  ) => {
    // What readerLanguage looks at: the texts' files, and the first paint, are of that language.
    c.header('Vary', 'Accept-Language, Cookie', { append: true });
    const language = readerLanguage(c);
    const page = writeLanguage(
      brandPage(html, brand.current()),
      language,
      renderer?.pageDescription(language),
    );
    return writePageParts(page, {
      config: browserConfig(c, shown),
      files: filesFor(c.req.path, language),
      loadAgain: renderer?.renderLoadAgain(language) ?? '',
    });
  };
  /** @returns undefined when it cannot be made: the page goes out without it, and the app shows what there is. */
  const firstPaint = (render: () => string): string | undefined => {
    try {
      return render();
    } catch (error) {
      // Its message may hold a name of the invitation.
      log.warn({ err: { name: (error as Error).name } }, 'a page goes out without its first paint');
      return undefined;
    }
  };
  /** The landing page as it was written for a brand: the same for every stranger. */
  const landings = new WeakMap<Brand, Partial<Record<Language, string>>>();
  /** The frame of a chat in the same way: the same for everybody. */
  const chats = new WeakMap<Brand, Partial<Record<`${Language} ${boolean}`, string>>>();
  // Kept by the service worker for times without a network, and for every path: it asks for its configuration.
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
  app.get('/', async (c) => {
    const found = built();
    // A mailed link leads here, and the app redirects: the page between them has no content.
    const mailed = c.req.query('code') !== undefined || c.req.query('error') !== undefined;
    const renderer = found && !mailed && (await pageRenderer());
    if (!renderer) return page(c);
    const language = readerLanguage(c);
    const inUse = brand.current().brand;
    const written = landings.get(inUse) ?? {};
    landings.set(inUse, written);
    written[language] ??= firstPaint(() => renderer.renderLandingPage({ brand: inUse, language }));
    const markup = written[language];
    if (markup === undefined) return page(c);
    c.header('Cache-Control', 'no-cache');
    return compressedPage(
      c,
      writeFirstPaint(complete(c, styled(found), renderer), {
        markup,
        language,
        readers: 'strangers',
        app: 'when-wanted',
      }),
    );
  });
  const { waitMs } = config.joinPage;
  /**
   * A page that contains a person's card; the plain page without one.
   * @param id of the element that holds the invitation's data
   * @param app when it starts
   */
  const invitationPage = async <Invite extends object>(
    c: Context<ServerEnv>,
    { id, app }: { id: string; app: FirstPaint['app'] },
    find: () => Promise<Invite | null>,
    render: (renderer: PageRenderer, props: EntranceProps, invite: Invite) => string,
  ): Promise<Response> => {
    const found = built();
    const renderer = found && (await pageRenderer());
    const invite = renderer && (await find());
    if (!renderer || !invite) return page(c);
    const language = readerLanguage(c);
    const { supabaseUrl, brand: inUse, guests } = browserConfig(c, shown);
    const props = { supabaseUrl, brand: inUse, guests, language };
    const markup = firstPaint(() => render(renderer, props, invite));
    if (markup === undefined) return page(c);
    // The page contains a person's current name and company.
    c.header('Cache-Control', 'private, no-store');
    const card = { markup, language, app, title: renderer.joinPageTitle(props) };
    return compressedPage(c, writeJoinPage(complete(c, styled(found), renderer), invite, card, id));
  };
  app.get('/join/:sessionId', (c) =>
    invitationPage(
      c,
      { id: 'invite', app: 'when-wanted' },
      () => findInvite({ db, log }, c.req.param('sessionId'), waitMs),
      (renderer, props, invite) => renderer.renderJoinPage({ ...props, invite }),
    ),
  );
  app.get('/b/:code', (c) => {
    const unknown = () => guesses.miss(clientNetwork(clientAddress(c, config)));
    return invitationPage(
      c,
      // Its visit is counted by the app.
      { id: 'booth', app: 'at-once' },
      () => findBooth({ db, log }, c.req.param('code'), waitMs, unknown),
      (renderer, props, booth) => renderer.renderBoothPage({ ...props, booth }),
    );
  });
  app.get('/chat/:sessionId', async (c) => {
    const found = built();
    const renderer =
      found && found.earlyChat !== '' && isUuid(c.req.param('sessionId')) && (await pageRenderer());
    if (!renderer) return page(c);
    const language = readerLanguage(c);
    const { brand: inUse, speech, assistant } = browserConfig(c, shown);
    const written = chats.get(inUse) ?? {};
    chats.set(inUse, written);
    // An administrator switches speech on while the server runs.
    const kind = `${language} ${speech}` as const;
    written[kind] ??= firstPaint(() =>
      renderer.renderChatPage({ brand: inUse, language, speech, assistant }),
    );
    const markup = written[kind];
    if (markup === undefined) return page(c);
    c.header('Cache-Control', 'no-cache');
    return compressedPage(
      c,
      writeFirstPaint(complete(c, styled(found), renderer), {
        markup,
        language,
        readers: 'members',
        app: 'stays',
        script: found.earlyChat,
      }),
    );
  });
  app.get('*', page);
  return app;
}

/** The page as it goes out with something to be painted at once. */
function styled({ styledHtml, filesFor }: BuiltPage): Pick<BuiltPage, 'html' | 'filesFor'> {
  return { html: styledHtml, filesFor };
}
