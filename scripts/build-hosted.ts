import path from 'node:path';
import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import { writeStaticSite } from '../apps/server/src/hosted/static-site.ts';
import { buildStale } from './lib/build.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { serverConfig } from './lib/server-config.ts';

/**
 * `npm run build:hosted`: writes the web app for a hosted Supabase into `dist/hosted-site`
 * (docs/hosted-supabase.md).
 */
const OUT = path.join(PROJECT_ROOT, 'dist/hosted-site');

const config = serverConfig();
try {
  await buildStale(console.log, ['web app']);
  await writeStaticSite({
    dist: path.join(PROJECT_ROOT, 'apps/web/dist'),
    out: OUT,
    supabaseUrl: process.env.SUPABASE_URL ?? '',
    config,
  });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(78);
}
console.log(`The site is in ${path.relative(process.cwd(), OUT)}: upload it to a static host.`);
