import { type Database, openDatabase } from '@dragoman/supabase-server/db/database';
import { parseAccept } from '@dragoman/supabase-server/rest/parse/media-type';
import { parseRestQuery } from '@dragoman/supabase-server/rest/parse/rest-query';
import { buildSchema } from '@dragoman/supabase-server/rest/schema/build';
import { readCatalog } from '@dragoman/supabase-server/rest/schema/catalog';
import { findRelation, findSchema } from '@dragoman/supabase-server/rest/schema/find';
import type { DatabaseSchema } from '@dragoman/supabase-server/rest/schema/model';
import { readStatements } from '@dragoman/supabase-server/rest/sql/read-statement';
import { hasBundledPostgres } from '@dragoman/supabase-server/test/embedded/support';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { type HostedCluster, pushMigrations, startHostedCluster } from './hosted-cluster.ts';
import { type WebQuery, webQueries } from './web-queries.ts';

// PostgREST's rules for tables, views and embeds, over the schema that a hosted Supabase has.
describe.skipIf(!hasBundledPostgres)('on a hosted Supabase', () => {
  const { limits } = loadConfig({});
  let cluster: HostedCluster;
  let api: Database;
  let database: DatabaseSchema;

  beforeAll(async () => {
    cluster = await startHostedCluster({ defaultGrants: true });
    await cluster.as('postgres', pushMigrations);
    api = openDatabase({
      url: cluster.urlOf('authenticator'),
      poolSize: 2,
      statementTimeoutMs: 8000,
      log: createLogger('fatal'),
    });
    database = buildSchema(await readCatalog(api, ['public']), ['public']);
  });
  afterAll(async () => {
    await api?.close();
    await cluster?.stop();
  });

  /** Makes the statement of a query. @throws {RestError} for what the schema does not have */
  function plan({ relation, select }: Pick<WebQuery, 'relation' | 'select'>): void {
    const { root } = parseRestQuery(`select=${encodeURIComponent(select.replaceAll(/\s/g, ''))}`);
    readStatements(
      {
        relation: findRelation(findSchema(database, 'public'), 'public', relation),
        node: root,
        media: parseAccept(undefined),
        count: null,
        headersOnly: false,
        limits,
      },
      database,
    );
  }

  const queries = webQueries();

  it('the queries of the web app are found', () => {
    expect(queries.length).toBeGreaterThan(50);
    const embedded = queries.filter(({ select }) => select.includes('!'));
    expect(new Set(embedded.map(({ relation }) => relation))).toEqual(
      new Set([
        'blocks',
        'booth_invitations',
        'booth_members',
        'card_shares',
        'chat_notes',
        'messages',
        'sessions',
      ]),
    );
  });

  it.each(queries)('$relation has what $file asks for', (query) => {
    expect(() => plan(query)).not.toThrow();
  });

  it('a view whose key comes from a view of schema private would have no relationship', async () => {
    await cluster.as('postgres', (client) =>
      client.query('create view public.far_profiles as select id, name from private.seen_profiles'),
    );
    database = buildSchema(await readCatalog(api, ['public']), ['public']);
    expect(() => plan({ relation: 'sessions', select: 'id,vendor:far_profiles!vendor_id(name)' })).toThrow(
      expect.objectContaining({ code: 'PGRST200' }),
    );
  });
});
