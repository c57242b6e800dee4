import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findProjectRoot } from '../util/project-root.ts';
import { loadConfig } from './config.ts';
import { environmentSchema } from './environment.ts';

const deploy = (name: string) => readFileSync(path.join(findProjectRoot(), 'deploy', name), 'utf8');
/** The service `dragoman` of the compose file. */
const service = /^ {2}dragoman:\n(?: {4}.*\n)+/m.exec(deploy('compose.yaml'))?.[0] ?? '';

/** @returns what the container sees when the operator sets FAIR_HOST alone */
function containerEnvironment(): Record<string, string> {
  const image = [...(/^ENV (.*)$/m.exec(deploy('Dockerfile'))?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])];
  const compose = [...service.matchAll(/^ {6}([A-Z_]+): "?(.*?)"?$/gm)];
  const given = (value: string) =>
    value.replace(/\$\{FAIR_HOST[^}]*\}/, 'fair.example').replace(/\$\{\w+:-\}/, '');
  return Object.fromEntries([...image, ...compose].map(([, name = '', value = '']) => [name, given(value)]));
}

it('a container translates on its machine, and keeps the models in its volume', () => {
  const environment = containerEnvironment();
  const { models, dataDir } = loadConfig(environment);
  expect(models).toMatchObject({ translation: true, folder: '/data/models', mirror: null, workers: null });
  expect(dataDir).toBe('/data');
  expect(service).toMatch(/volumes:\n {6}- data:\/data\n/);
  expect(deploy('compose.yaml')).toMatch(/^volumes:\n {2}data:$/m);
});

it('the operator can set every variable of the models but their folder', () => {
  const known = Object.keys(environmentSchema.shape).filter((name) =>
    /^(?:MODELS|TRANSLATION_LOCAL|SPEECH_LOCAL)/.test(name),
  );
  const passed = Object.keys(containerEnvironment()).filter((name) => known.includes(name));
  expect(passed.sort()).toEqual(known.filter((name) => name !== 'MODELS_DIR').sort());
});
