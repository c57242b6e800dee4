import type { Database } from '@dragoman/supabase-server/db/database';
import type { RequestScope } from '@dragoman/supabase-server/db/database-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RLS_MATRIX } from '../rls-matrix.ts';
import type { RlsCase, Who } from './rls-case.ts';

/** A database with the fixture. */
export interface MatrixDatabase {
  /** Connected as a role that may take the API roles. */
  db: Pick<Database, 'requestTransaction'>;
  /** Runs a statement as the owner. */
  sql: Database['query'];
  ids: ReadonlyMap<string, string>;
}

/** @returns the scope of a person's request */
export function scopeOf(ids: ReadonlyMap<string, string>, who: Who, aal?: 'aal1' | 'aal2'): RequestScope {
  if (who === 'anon' || who === 'service_role') return { role: who, claims: { role: who } };
  return {
    role: 'authenticated',
    claims: {
      role: 'authenticated',
      sub: ids.get(`${who}.user`),
      is_anonymous: who === 'guest',
      ...(aal && { aal }),
    },
  };
}

class RollBack extends Error {}

/**
 * Runs a statement as a user and rolls it back.
 * @param options asked: whether the second factor is asked for first, as each request does
 * @returns rows read or changed, or the SQLSTATE of the refusal
 */
async function attempt(
  { db, ids }: MatrixDatabase,
  { who, sql }: RlsCase,
  { aal, asked = false }: { aal?: 'aal1' | 'aal2'; asked?: boolean } = {},
): Promise<{ rows: number } | { sqlstate: string }> {
  const text = sql.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
    const id = ids.get(name);
    if (!id) throw new Error(`the fixture has no ${name}`);
    return id;
  });
  let rows = -1;
  try {
    await db.requestTransaction(scopeOf(ids, who, aal), async (tx) => {
      if (asked) await tx.query('select private.require_second_factor()');
      if (/^(insert|update|delete)/.test(text)) {
        // Counted by the command tag: RETURNING would need the right to select as well.
        rows = await tx.execute(text);
      } else {
        rows = (await tx.query(text)).length;
      }
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) return { sqlstate: (error as { code: string }).code };
  }
  return { rows };
}

/** A subject has hundreds of lines. */
const LONG = { timeout: 60_000 };

/**
 * Tests the lines of each subject, and again for people who have a second factor (docs/adr/0003).
 * @param opened gives the database once the tests run
 * @param leftOut lines that say nothing about this database
 */
export function describeMatrix(
  opened: () => MatrixDatabase,
  leftOut: (line: RlsCase) => boolean = () => false,
): void {
  const subjects = Object.entries(RLS_MATRIX).map(
    ([subject, lines]) => [subject, lines.filter((line) => !leftOut(line))] as const,
  );

  it.each(subjects)('%s', LONG, async (_, lines) => {
    for (const line of lines) {
      expect.soft(await attempt(opened(), line), `${line.who} ${line.does}`).toEqual(line.expect);
    }
  });

  describe('with a verified second factor', () => {
    let definers: string[];

    beforeAll(async () => {
      const functions = await opened().sql<{ proname: string }>(
        `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
      );
      definers = functions.map(({ proname }) => proname);
      await opened().sql(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`,
      );
    });
    afterAll(() => opened().sql('delete from auth.mfa_factors'));

    it.each(subjects)('%s', LONG, async (_, lines) => {
      for (const line of lines) {
        if (line.who === 'anon' || line.who === 'service_role') continue;
        const does = `${line.who} ${line.does}`;
        const proved = await attempt(opened(), line, { aal: 'aal2', asked: true });
        expect.soft(proved, `${does}, having proved it`).toEqual(line.expect);
        // These pass policies by: what each request asks first is what refuses them.
        const asked = definers.some((name) => line.sql.includes(`${name}(`));
        const before = await attempt(opened(), line, { aal: 'aal1', asked });
        if (!('sqlstate' in before)) {
          expect.soft(before, `nothing of it before: ${does}: ${line.sql}`).toEqual({ rows: 0 });
        }
      }
    });
  });
}
