import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Language } from '@dragoman/domain/languages';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import type { BrowserConfig } from './browser-config.ts';
import type { BoothInvite, SessionInvite } from './invitations.ts';

export interface PageRequest {
  /** Path and query of the page. */
  url: string;
  config: BrowserConfig;
  /** The visitor's. */
  language: Language;
  /** The invitation that the page shows; absent for the landing page. */
  data?: { invite: SessionInvite } | { booth: BoothInvite };
}

export interface RenderedPage {
  /** Escaped. */
  markup: string;
  /** Dehydrated queries, which the client starts with. */
  queries?: object;
  /** The name of the browser's tab: text, not escaped. */
  title?: string;
}

/** The exports of the web app's build for the server (apps/web/src/entry-server.tsx). */
export interface EntryServer {
  /** @throws when the page cannot be rendered */
  renderPage(request: PageRequest): RenderedPage;
  /** Markup that stays hidden unless the app's scripts cannot be loaded. */
  renderLoadAgain(language: Language): string;
  /** A description of the product for search engines and link previews: text, not escaped. */
  pageDescription(language: Language): string;
}

/**
 * @param file the build of the web app's entry for the server, which is loaded when the first page
 * needs it
 * @returns a function that gives the entry; null without a build, or with one that cannot be
 * loaded: pages are then sent as the app shell
 */
export function openEntryServer(file: string, log: Pick<Logger, 'warn'>): () => Promise<EntryServer | null> {
  let loading: Promise<EntryServer | null> | undefined;
  return () => {
    loading ??= existsSync(file) ? load(file, log) : Promise.resolve(null);
    return loading;
  };
}

async function load(file: string, log: Pick<Logger, 'warn'>): Promise<EntryServer | null> {
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as EntryServer;
  } catch (error) {
    log.warn({ err: { message: (error as Error).message } }, 'pages are sent without server rendering');
    return null;
  }
}
