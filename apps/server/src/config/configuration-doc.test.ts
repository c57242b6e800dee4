import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findProjectRoot } from '../util/project-root.ts';
import { environmentSchema } from './environment.ts';

/**
 * Settings of providers are read by the edge functions' code, which also runs without this server.
 */
const PROVIDER_SETTINGS = [
  'translate/providers/translation-environment.ts',
  'providers/openai-environment.ts',
];

function readText(file: string): string {
  return readFileSync(path.join(findProjectRoot(), file), 'utf8');
}

/** The rows of docs/configuration.md: the default of each variable, as it is written there. */
const documented = [
  ...readText('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)` \| .+ \| (none|`[^`|]+`) \|$/gm),
].map(([, name = '', value = '']) => [name, value] as const);

/** @returns a default as the document writes it */
function written(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
  return text === '' ? 'none' : `\`${text}\``;
}

const schemaDefaults = Object.entries(environmentSchema.shape).map(
  ([name, rule]) => [name, written(rule.safeParse(undefined).data)] as const,
);

/** Variables that name a provider, its key or its model. */
const providerNames = new Set(
  PROVIDER_SETTINGS.flatMap((file) => [
    ...readText(`packages/functions/src/${file}`).matchAll(/(?:'|\benv\.)([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g),
  ]).map(([, name = '']) => name),
);

it('docs/configuration.md has a row for each setting and no other', () => {
  const names = documented.map(([name]) => name);
  expect(names.toSorted()).toEqual([...schemaDefaults.map(([name]) => name), ...providerNames].toSorted());
  expect(providerNames.size).toBeGreaterThan(15);
});

it('docs/configuration.md has the defaults that the server uses', () => {
  const rows = new Map(documented);
  expect(schemaDefaults.map(([name]) => [name, rows.get(name)])).toEqual(schemaDefaults);
});
