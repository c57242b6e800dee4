import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import {
  builtTranslationWorker,
  startWorkerProcess,
} from '../../apps/server/src/local-engines/engine-process.ts';
import { makeModel } from '../../apps/server/src/translation/testing/make-model.ts';

// Tests of the server start the worker's sources. This starts what the build made of them, with the
// engine in node_modules.

test('the built worker loads a model and translates', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-models-'));
  const { sourceVocabulary, targetVocabulary, ...files } = makeModel(folder, 'zh', { says: '产' });
  const model = { id: 'made', ...files, vocabularies: [sourceVocabulary, targetVocabulary] };
  const worker = startWorkerProcess({ startMs: 20_000, sentenceMs: 20_000 }, builtTranslationWorker());
  try {
    expect(await worker.translate({ text: 'Hello', models: [model] })).toMatch(/^产+$/);
  } finally {
    worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
