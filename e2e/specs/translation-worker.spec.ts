import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  builtTranslationWorker,
  startTranslationProcess,
} from '@dragoman/local-engines/translation/local-translation';
import { makeModel } from '@dragoman/local-engines/translation/testing/make-model';
import { expect, test } from '@playwright/test';
import { SERVER_BUILD } from '../../scripts/lib/build.ts';

// Tests of the server start the worker's sources. This starts what the build made of them, with the
// engine in node_modules.

test('the built worker loads a model and translates @long', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-models-'));
  const { sourceVocabulary, targetVocabulary, ...files } = makeModel(folder, 'zh', { says: '产' });
  const model = { id: 'made', ...files, vocabularies: [sourceVocabulary, targetVocabulary] };
  const worker = startTranslationProcess(
    { startMs: 20_000, jobMs: 20_000 },
    builtTranslationWorker(SERVER_BUILD),
  );
  try {
    expect(await worker.run({ text: 'Hello', models: [model] })).toMatch(/^产+$/);
  } finally {
    worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
