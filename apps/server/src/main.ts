import { showProgress } from '@dragoman/local-engines/models/show-progress';
import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import { startBanner } from './banner.ts';
import { loadConfig } from './config/config.ts';
import { type RunningServer, startServer } from './server.ts';

/**
 * Exit codes after sysexits(3): 78 bad configuration, 70 anything else that keeps the product from
 * running.
 */
const EXIT_CONFIG = 78;
const EXIT_FAILURE = 70;

async function main(): Promise<void> {
  const config = loadConfig({ ...process.env, ...settingsOf(process.argv.slice(2)) });
  const server = await startServer(config);
  console.log(await startBanner(server));
  stopOnSignals(server);
  showProgress(server.ctx.models, process.stdout);
  void server.embedded?.exited.then(({ code, signal }) => {
    if (stopping) return;
    console.error(
      `The embedded database ended by itself (code ${code}, signal ${signal}). Its log: ${config.dataDir}`,
    );
    process.exit(EXIT_FAILURE);
  });
}

/** @returns the variables that arguments of the command line stand for */
function settingsOf(args: readonly string[]): Record<string, string> {
  const unknown = args.filter((argument) => argument !== '--https');
  if (unknown.length > 0) throw new ConfigError([`${unknown.join(' ')} is unknown; there is only --https`]);
  return args.length > 0 ? { HTTPS: 'true' } : {};
}

let stopping = false;

/**
 * A Ctrl-C reaches every process of the terminal, and npm and tsx pass it on as well: what comes
 * within this time of the first signal is the same one.
 */
const SAME_SIGNAL_MS = 1000;

/** The first SIGTERM or SIGINT stops cleanly, a second one at once. */
function stopOnSignals(server: RunningServer): void {
  let first = 0;
  const onSignal = () => {
    if (stopping && performance.now() - first < SAME_SIGNAL_MS) return;
    if (stopping) process.exit(EXIT_FAILURE);
    stopping = true;
    first = performance.now();
    server.stop().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(`Stopping failed: ${error.message}`);
        process.exit(EXIT_FAILURE);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** A clear one-line message for errors that an operator can fix; the stack only when asked for. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'The port is in use. Set PORT to another one, or stop the program that has it.';
  if (code === 'EACCES' && syscall === 'listen')
    return 'The port may not be used by this account. Set PORT to one above 1023.';
  if (code === 'ECONNREFUSED') return `The database cannot be reached: ${error.message}`;
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message;
}

main().catch((error: unknown) => {
  console.error(`Dragoman cannot start. ${explain(error)}`);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : EXIT_FAILURE);
});
