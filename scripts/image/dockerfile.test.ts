import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../lib/project.ts';
import { parseDockerfile } from './dockerfile.ts';

describe('deploy/Dockerfile', () => {
  const stages = parseDockerfile(readFileSync(path.join(PROJECT_ROOT, 'deploy/Dockerfile'), 'utf8'));
  const image = stages.at(-1);

  it('builds in a stage of its own, on bases that are pinned by version and digest', () => {
    expect(stages.map(({ name }) => name)).toEqual(['build', null]);
    for (const { base } of stages)
      expect(base).toMatch(/^node:\d+\.\d+\.\d+-[a-z]+-slim@sha256:[0-9a-f]{64}$/);
  });

  it('runs the server without root’s rights, watched, on a volume', () => {
    expect(image).toMatchObject({
      user: 'node',
      volumes: ['/data'],
      env: { NODE_ENV: 'production', DATA_DIR: '/data' },
      healthcheck: ['node', 'apps/server/commands/health.js'],
      cmd: ['node', 'apps/server/dist/main.js'],
    });
    expect(image?.steps.filter(({ kind }) => kind === 'copy')).toEqual([
      { kind: 'copy', from: 'build', source: '/image', target: './' },
    ]);
  });
});

describe('a Dockerfile', () => {
  it('may have comments and long lines', () => {
    const [stage] = parseDockerfile('# syntax\nFROM node:1 AS a\nRUN one \\\n  two\n\nUSER node\n');
    expect(stage).toMatchObject({ base: 'node:1', name: 'a', user: 'node' });
    expect(stage?.steps).toEqual([{ kind: 'run', command: 'one two' }]);
  });

  it.each([
    'WORKDIR /app',
    'FROM node:1\nADD a b',
    'FROM node:1\nCOPY --link a b',
    'FROM node:1\nCOPY a b c',
    'FROM node:1\nRUN --mount=type=cache npm ci',
    'FROM node:1\nCMD node main.js',
    'FROM --platform=linux/amd64 node:1',
  ])('is refused when the replay would leave something out: %s', (text) => {
    expect(() => parseDockerfile(text)).toThrow('Dockerfile');
  });
});
