import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findProjectRoot } from '../util/project-root.ts';
import { loadConfig } from './config.ts';
import { environmentSchema } from './environment.ts';

const deploy = (name: string) => readFileSync(path.join(findProjectRoot(), 'deploy', name), 'utf8');
const compose = deploy('compose.yaml');
/** The service `dragoman` of the compose file. */
const service = /^ {2}dragoman:\n(?: {4}.*\n)+/m.exec(compose)?.[0] ?? '';
/** The variables that the compose file sets regardless of the operator's file. */
const fixed = [...service.matchAll(/^ {6}([A-Z_]+): "?(.*?)"?$/gm)].map(
  ([, name = '', value = '']) => [name, value.replace(/\$\{FAIR_HOST[^}]*\}/, 'fair.example')] as const,
);

/**
 * @returns what the container sees.
 * @param operator the variables of deploy/.env besides FAIR_HOST
 */
function containerEnvironment(operator: Record<string, string> = {}): Record<string, string> {
  const image = [...(/^ENV (.*)$/m.exec(deploy('Dockerfile'))?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])];
  return {
    ...Object.fromEntries(image.map(([, name = '', value = '']) => [name, value])),
    ...operator,
    ...Object.fromEntries(fixed),
  };
}

it('a container translates on its machine, and keeps data and models in its volume', () => {
  const { models, dataDir } = loadConfig(containerEnvironment({ DATA_DIR: './data', MODELS_DIR: '/tmp' }));
  expect(models).toMatchObject({ translation: true, folder: '/data/models', mirror: null, workers: null });
  expect(dataDir).toBe('/data');
  expect(service).toMatch(/volumes:\n {6}- data:\/data\n/);
  expect(compose).toMatch(/^volumes:\n {2}data:$/m);
});

it('the operator’s file reaches the server, but for what the container itself decides', () => {
  expect(service).toMatch(/env_file:\n {6}- path: \.env\n {8}required: false\n/);
  expect(fixed.map(([name]) => name).sort()).toEqual(
    ['DATA_DIR', 'HOST', 'MODELS_DIR', 'PORT', 'PUBLIC_URL', 'TRUST_PROXY'].sort(),
  );
  for (const [name] of fixed) expect(Object.keys(environmentSchema.shape)).toContain(name);
  const config = loadConfig(containerEnvironment({ RETENTION_DAYS: '30', DEEPL_KEY: 'key:fx' }));
  expect(config.eventAdmin.defaults.retentionDays).toBe(30);
  expect(config).toMatchObject({ publicUrl: 'https://fair.example', trustProxy: true, host: '0.0.0.0' });
});

it('each process has an init, and HTTP/3 is published', () => {
  expect(compose.match(/^ {4}init: true$/gm)).toHaveLength(2);
  expect(compose).toContain('"443:443/udp"');
  expect(compose).toMatch(/image: caddy:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/m);
});
