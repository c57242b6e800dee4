import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './lib/project.ts';

/**
 * Watch mode for both sides: the server restarts when its sources change, Vite serves the web app
 * and passes API calls on.
 */
const API_PORT = process.env.PORT ?? '3000';
const bin = (name: string) => {
  const file = path.join(
    PROJECT_ROOT,
    'node_modules/.bin',
    process.platform === 'win32' ? `${name}.cmd` : name,
  );
  if (!existsSync(file)) throw new Error(`${name} is not installed. Run: npm ci`);
  return file;
};

const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    // Vite's proxy expects plain HTTP, whatever this shell is set to.
    env: { ...process.env, PORT: API_PORT, HTTPS: 'false' },
  }),
  spawn(bin('vite'), ['apps/web'], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    env: { ...process.env, DRAGOMAN_API: `http://127.0.0.1:${API_PORT}` },
  }),
];

let ending = false;
function end(code: number): void {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.on('exit', (code) => end(code ?? 1));
process.on('SIGINT', () => end(0));
process.on('SIGTERM', () => end(0));
