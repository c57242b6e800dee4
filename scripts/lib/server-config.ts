import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import { type Config, loadConfig } from '../../apps/server/src/config/config.ts';

/**
 * @returns the server's settings from the environment. Wrong ones are printed, and end the process
 * with code 78 (sysexits).
 */
export function serverConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}
