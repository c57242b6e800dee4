import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo/event.ts';
import { seedDemo } from './demo/seed.ts';
import { buildStale } from './lib/build.ts';
import { PROJECT_ROOT } from './lib/project.ts';

/** Starts the product with a filled sample event, in a data directory of its own. */
const port = process.env.PORT ?? '3000';
const address = `http://127.0.0.1:${port}`;
await buildStale();

const server = spawn(process.execPath, [path.join(PROJECT_ROOT, 'apps/server/dist/main.js')], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: port,
    DATA_DIR: process.env.DATA_DIR ?? path.join(PROJECT_ROOT, 'data-demo'),
    // The sample event is filled over plain HTTP.
    HTTPS: 'false',
  },
});
server.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));

while (!(await isReady())) await delay(100);
const fresh = await seedDemo(address);
console.log(
  [
    '',
    fresh ? '  The sample event is filled. Logins:' : '  The sample event was filled before. Logins:',
    ...DEMO_PEOPLE.map(
      ({ email, profile }) => `    ${email.padEnd(28)} ${profile.role.padEnd(8)} ${profile.name}`,
    ),
    `    Password of all: ${DEMO_PASSWORD}`,
    '',
  ].join('\n'),
);

async function isReady(): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
