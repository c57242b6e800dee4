import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Language } from '@dragoman/domain/languages';
import { isUuid } from '@dragoman/domain/uuid';
import type { Brand } from '../brand/brand-schema.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from './logger.ts';
import { dataElement, writeFirstPaint } from './page-parts.ts';

/** A row of `session_invite`: what anyone who has a session's id may know of it. */
export interface SessionInvite {
  id: string;
  status: string;
  taken: boolean;
  vendor: { id: string; name: string | null; company: string | null; avatar_url: string | null };
}

/** What the built web app offers (apps/web/src/join-page-renderer.tsx). @returns mark-up with everything escaped */
export type RenderJoinPage = (props: {
  supabaseUrl: string;
  brand: Brand;
  invite: SessionInvite;
  language: Language;
}) => string;

/**
 * Looks an invitation up as anyone who has its id may: with the rights of the role `anon`.
 * @returns null when there is none, when the database fails, and when it takes longer than `waitMs`: the page then goes out
 * without it, and asks for it itself
 */
export async function findInvite(
  { db, log }: { db: Pick<Database, 'request'>; log: Pick<Logger, 'warn'> },
  sessionId: string,
  waitMs: number,
): Promise<SessionInvite | null> {
  if (!isUuid(sessionId)) return null;
  const answer = db
    .request<SessionInvite>(
      { role: 'anon', claims: { role: 'anon' }, method: 'GET', path: '/join', readOnly: true },
      { text: 'select id, status, taken, vendor from public.session_invite($1)', values: [sessionId] },
    )
    .then(
      (rows) => rows[0] ?? null,
      (error: unknown) => {
        log.warn({ err: { name: (error as Error).name } }, 'a join page goes out without its invitation');
        return null;
      },
    );
  const answered = new AbortController();
  const late = delay(waitMs, null, { signal: answered.signal }).catch(() => null);
  return Promise.race([answer, late]).finally(() => answered.abort());
}

/**
 * Puts an invitation into the built page: as mark-up for the first paint, and as data that the app starts with.
 * @param card mark-up, escaped
 * @param language of the card; `data-language` tells the page that it is decided
 */
export function writeJoinPage(html: string, invite: SessionInvite, card: string, language: Language): string {
  return writeFirstPaint(html, card, language).replace(
    '</body>',
    () => `${dataElement('invite', invite)}</body>`,
  );
}

/**
 * @param file the renderer's build, which is read when the first invitation needs it
 * @returns a function that gives the renderer; null without a build, or with one that cannot be loaded
 */
export function joinPageRenderer(
  file: string,
  log: Pick<Logger, 'warn'>,
): () => Promise<RenderJoinPage | null> {
  let loading: Promise<RenderJoinPage | null> | undefined;
  return () => {
    loading ??= existsSync(file) ? loadRenderer(file, log) : Promise.resolve(null);
    return loading;
  };
}

async function loadRenderer(file: string, log: Pick<Logger, 'warn'>): Promise<RenderJoinPage | null> {
  try {
    const built = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      renderJoinPage: RenderJoinPage;
    };
    return built.renderJoinPage;
  } catch (error) {
    log.warn({ err: { message: (error as Error).message } }, 'join pages go out without their card');
    return null;
  }
}
