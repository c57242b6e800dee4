import { listAdmins } from '../apps/server/src/event-admin/data/admins.ts';
import { removeByOperator, resetByOperator } from '../apps/server/src/event-admin/operator-admins.ts';
import { withInstallation } from './lib/open-installation.ts';
import { serverConfig } from './lib/server-config.ts';

/**
 * The administrators of the admin dashboard, for the operator of the machine when they are locked
 * out (docs/operations.md, "Event administration"). With the embedded database the server must be stopped.
 */
const HELP = `npm run admins                   lists the administrators
npm run admins -- reset <name>   gives one a new password, without authenticator app, and prints it
npm run admins -- remove <name>  removes one; if that was the last, the start secret creates a new first one`;

async function main([command = 'list', ...words]: string[]): Promise<void> {
  const name = words.join(' ');
  const known = command === 'list' ? name === '' : ['reset', 'remove'].includes(command) && name !== '';
  if (!known) throw new Error(HELP);
  await withInstallation(serverConfig(), async (db) => {
    const [ready] = await db.query(
      `select 1 from pg_tables where schemaname = 'dragoman' and tablename = 'admins'`,
    );
    if (!ready) throw new Error('This database knows no administrators yet: start the server once.');
    if (command === 'reset') {
      const password = await resetByOperator(db, name);
      console.log(`The new password of ${name}: ${password}\nSign in with it and change it.`);
    } else if (command === 'remove') {
      await removeByOperator(db, name);
      console.log(`${name} is removed.`);
    } else {
      const admins = await listAdmins(db);
      if (admins.length === 0)
        console.log('There is no administrator: the start secret creates the first one.');
      for (const admin of admins) {
        const marks = [admin.hasCode && 'authenticator app', admin.disabled && 'disabled'].filter(Boolean);
        console.log(`${admin.name}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`);
      }
    }
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
