import { openApiKeys } from '@dragoman/supabase-server/keys/api-keys';
import { openMasterKey, sourceOf } from '@dragoman/supabase-server/keys/master-key';
import { forgetSecrets } from '../apps/server/src/database/forget-secrets.ts';
import { withInstallation } from './lib/open-installation.ts';
import { serverConfig } from './lib/server-config.ts';

/**
 * The key that encrypts the secrets in the database, and the API keys (docs/operations.md, "Keys").
 * With the embedded database the server must be stopped.
 */
const HELP = `npm run keys             checks the master key against the database
npm run keys -- show     prints the API keys
npm run keys -- forget   gives up a lost master key: all users are signed out, the secret API key is new,
                         and all webhooks and push devices are removed`;

async function main([command, ...rest]: string[]): Promise<void> {
  if (rest.length > 0 || !['check', 'show', 'forget', undefined].includes(command)) throw new Error(HELP);
  const config = serverConfig();
  const options = { dataDir: config.dataDir, given: config.keys.masterKey };
  await withInstallation(config, async (db) => {
    const [known] = await db.query(`select 1 from pg_tables where tablename = 'master_key_check'`);
    if (!known) throw new Error('This database has no keys yet: start the server once.');
    if (command === 'forget') {
      await db.transaction(forgetSecrets);
      console.log(`The master key is given up. The next start takes ${sourceOf(options)}, or makes it.`);
      return;
    }
    const masterKey = await openMasterKey(options, db);
    if (command === 'show') {
      const { publishable, secret } = await openApiKeys(config.keys, db, masterKey);
      console.log(`SUPABASE_PUBLISHABLE_KEY=${publishable}\nSUPABASE_SECRET_KEY=${secret}`);
      return;
    }
    console.log(`The master key (${sourceOf(options)}) belongs to this database. Keep a copy apart from it.`);
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
