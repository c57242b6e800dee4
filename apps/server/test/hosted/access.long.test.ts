import { type Database, openDatabase } from '@dragoman/supabase-server/db/database';
import { hasBundledPostgres } from '@dragoman/supabase-server/test/embedded/support';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeMatrix } from '../rls-matrix/describe-matrix.ts';
import { fillFixture } from '../rls-matrix/fixture.ts';
import { type HostedCluster, pushMigrations, startHostedCluster } from './hosted-cluster.ts';

/** Tables that only this server has. */
const OWN_TABLES = /\b(?:dragoman\.|storage\.unowned_files)/;

// The access matrix on a hosted Supabase, connected as PostgREST is: as the role authenticator.
describe.skipIf(!hasBundledPostgres)('on a hosted Supabase', () => {
  let cluster: HostedCluster;
  let api: Database;
  let owner: Database;
  let ids: ReadonlyMap<string, string>;

  beforeAll(async () => {
    cluster = await startHostedCluster({ defaultGrants: true });
    await cluster.as('postgres', pushMigrations);
    // Sets the flag that the storage service sets before it deletes rows; without it Supabase
    // refuses every deletion of files.
    await cluster.as('supabase_admin', (client) =>
      client.query(`alter role authenticator set storage.allow_delete_query = 'true'`),
    );
    const options = { poolSize: 4, statementTimeoutMs: 8000, log: createLogger('fatal') };
    api = openDatabase({ url: cluster.urlOf('authenticator'), ...options });
    owner = openDatabase({ url: cluster.urlOf('postgres'), ...options });
    ids = await fillFixture(owner.query, 'hosted');
  });
  afterAll(async () => {
    await api?.close();
    await owner?.close();
    await cluster?.stop();
  });

  describeMatrix(
    () => ({ db: api, sql: owner.query, ids }),
    ({ sql }) => OWN_TABLES.test(sql),
  );
});
