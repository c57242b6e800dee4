import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../lib/project.ts';
import { buildContext } from './build-context.ts';

const dockerignore = readFileSync(path.join(PROJECT_ROOT, '.dockerignore'), 'utf8');

const SECRETS = [
  '.env',
  '.env.production',
  'deploy/.env',
  'apps/server/.env.local',
  'data/master.key',
  'data/https/certificate.pem',
  'data-demo/postgres/PG_VERSION',
  'backup/master.key',
  'tls/booth.pem',
  'booth.key',
  'dragoman-backup-20261125T100000Z.zip',
];

it('the image is built without secrets, data and what a build made', () => {
  const made = [
    'node_modules/hono/package.json',
    'apps/web/dist/index.html',
    'apps/server/node_modules/x.js',
  ];
  expect(buildContext(dockerignore, [...SECRETS, ...made])).toEqual([]);
});

it('git ignores the same secrets', () => {
  const ignored = execFileSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: PROJECT_ROOT,
    input: SECRETS.join('\n'),
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toEqual(SECRETS);
});

it('every file of the repository but CI’s own is part of the build', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: PROJECT_ROOT, encoding: 'utf8' }).trim().split('\n');
  const left = new Set(buildContext(dockerignore, files));
  expect(files.filter((file) => !left.has(file))).toEqual(files.filter((file) => file.startsWith('.ci/')));
});

it('reads patterns as Docker does', () => {
  expect(buildContext('data\n**/*.log\n', ['data/a', 'src/data/a', 'x.log', 'src/y.log', 'z.ts'])).toEqual([
    'src/data/a',
    'z.ts',
  ]);
  expect(() => buildContext('*\n!src', [])).toThrow('exceptions');
});
