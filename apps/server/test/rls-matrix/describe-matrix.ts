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

/**
 * Tests each line of the matrix, and again for people who have a second factor (docs/adr/0045).
 * @param opened gives the database once the tests run
 * @param leftOut lines that say nothing about this database
 */
export function describeMatrix(
  opened: () => MatrixDatabase,
  leftOut: (line: RlsCase) => boolean = () => false,
): void {
  const matrix = RLS_MATRIX.filter((line) => !leftOut(line));
  for (const line of matrix) {
    it(`${line.who} ${line.does}`, async () => {
      expect(await attempt(opened(), line)).toEqual(line.expect);
    });
  }

  describe('with a verified second factor', () => {
    const PROTECTED = matrix.filter(({ who }) => who !== 'anon' && who !== 'service_role');

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

    for (const line of PROTECTED) {
      it(`${line.who} ${line.does}, having proved it`, async () => {
        expect(await attempt(opened(), line, { aal: 'aal2', asked: true })).toEqual(line.expect);
      });
      it(`${line.who} does nothing of it before: ${line.does}`, async () => {
        // These pass policies by: what each request asks first is what refuses them.
        const asked = definers.some((name) => line.sql.includes(`${name}(`));
        const outcome = await attempt(opened(), line, { aal: 'aal1', asked });
        if (!('sqlstate' in outcome)) expect(outcome, line.sql).toEqual({ rows: 0 });
      });
    }
  });
}
