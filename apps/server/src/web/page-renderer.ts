import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Language } from '@dragoman/domain/languages';
import type { Brand } from '../brand/brand-schema.ts';
import type { Logger } from '../util/logger.ts';
import type { BoothInvite } from './booth-page.ts';
import type { SessionInvite } from './join-page.ts';

export interface PageProps {
  /** Where the browser reaches the API. */
  supabaseUrl: string;
  brand: Brand;
  /** The reader's. */
  language: Language;
}

/** What pages know that lead in. */
export interface EntranceProps extends PageProps {
  /** Whether people are let in without an account. */
  guests: boolean;
}

/** What a chat's page says of this installation. */
export interface ChatPageProps extends Omit<PageProps, 'supabaseUrl'> {
  speech: boolean;
  assistant: boolean;
}

/** What the built web app offers (apps/web/src/page-renderer.tsx): mark-up with everything escaped. */
export interface PageRenderer {
  renderJoinPage(props: EntranceProps & { invite: SessionInvite }): string;
  renderBoothPage(props: EntranceProps & { booth: BoothInvite }): string;
  /** The name of the browser's tab on both: text, not escaped. */
  joinPageTitle(props: Pick<PageProps, 'brand' | 'language'>): string;
  renderLandingPage(props: Omit<PageProps, 'supabaseUrl'>): string;
  /** A chat before its reader is known. */
  renderChatPage(props: ChatPageProps): string;
  /** Stays hidden unless the app's scripts cannot be loaded. */
  renderLoadAgain(language: Language): string;
  /** What the product is, for search engines and previews of links: text, not escaped. */
  pageDescription(language: Language): string;
}

/**
 * @param file the renderer's build, which is read when the first page needs it
 * @returns a function that gives the renderer; null without a build, or with one that cannot be loaded
 */
export function pageRenderer(file: string, log: Pick<Logger, 'warn'>): () => Promise<PageRenderer | null> {
  let loading: Promise<PageRenderer | null> | undefined;
  return () => {
    loading ??= existsSync(file) ? loadRenderer(file, log) : Promise.resolve(null);
    return loading;
  };
}

async function loadRenderer(file: string, log: Pick<Logger, 'warn'>): Promise<PageRenderer | null> {
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as PageRenderer;
  } catch (error) {
    log.warn({ err: { message: (error as Error).message } }, 'pages go out without their first paint');
    return null;
  }
}
