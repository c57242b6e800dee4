import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { INITIAL_MIGRATIONS, initialMigration, laterMigrations } from './initial-migrations.ts';

const ROOT = path.join(import.meta.dirname, '../..');

describe.each(INITIAL_MIGRATIONS)('$migration', (initial) => {
  it('is what `npm run schema` generates, until a later migration freezes it', async () => {
    if ((await laterMigrations(ROOT, initial)).length > 0) return;
    const written = await readFile(path.join(ROOT, initial.migration), 'utf8');
    expect(written.replaceAll('\r\n', '\n')).toBe(await initialMigration(ROOT, initial));
  });
});
