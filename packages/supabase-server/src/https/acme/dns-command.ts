import { execFile } from 'node:child_process';
import { DnsError } from './dns-error.ts';

const TIME_LIMIT_MS = 120_000;
const LARGEST_OUTPUT_BYTES = 64 * 1024;

/**
 * Runs the operator's program as `<command> set|remove <name> <value>`, without a shell.
 * @throws {DnsError} when it cannot be run, fails or takes more than two minutes
 */
export async function runDnsCommand(
  command: string,
  action: 'set' | 'remove',
  { name, value }: { name: string; value: string },
): Promise<void> {
  const options = { timeout: TIME_LIMIT_MS, maxBuffer: LARGEST_OUTPUT_BYTES };
  await new Promise<void>((resolve, reject) => {
    execFile(command, [action, name, value], options, (error, _stdout, stderr) => {
      if (!error) return resolve();
      const lastLine = stderr.trim().split('\n').at(-1) || reasonOf(error);
      reject(new DnsError(`ACME_DNS_COMMAND ${command} ${action} failed: ${lastLine.slice(0, 300)}`));
    });
  });
}

function reasonOf(error: { code?: unknown; killed?: boolean | undefined; message: string }): string {
  if (error.killed) return `it took more than ${TIME_LIMIT_MS / 1000} seconds`;
  if (error.code === 'ENOENT') return 'there is no such program';
  if (error.code === 'EACCES') return 'it may not be run (is it executable?)';
  return typeof error.code === 'number' ? `exit code ${error.code}` : error.message;
}
