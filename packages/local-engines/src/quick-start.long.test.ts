import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { installMadeModels } from './translation/testing/made-models.ts';

// Within the package, so that its imports resolve.
const PACKAGE = path.join(import.meta.dirname, '..');
const TABLE = /^import \{ TRANSLATION_MODELS \} from '[^']+';$/m;

it('the quick start of the README translates, with made models', { timeout: 60_000 }, async () => {
  const readme = await readFile(path.join(PACKAGE, 'README.md'), 'utf8');
  const program = /^```ts\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? '';
  expect(program).toMatch(TABLE);
  const folder = await mkdtemp(path.join(PACKAGE, 'quick-start-'));
  try {
    // The published models are a download of 121 MB.
    const models = JSON.stringify(installMadeModels(path.join(folder, 'models')));
    const file = path.join(folder, 'translate.ts');
    await writeFile(file, program.replace(TABLE, `const TRANSLATION_MODELS = ${models} as never;`));
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      cwd: folder,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [code] = await once(child, 'close');
    expect([code, output]).toEqual([0, '产产产产\n']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
