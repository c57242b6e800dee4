import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chooseSpeechModel } from '@dragoman/local-engines/speech/choose-model';
import { builtSpeechWorker, startSpeechProcess } from '@dragoman/local-engines/speech/local-speech';
import { installMadeSpeechModels, SAYS } from '@dragoman/local-engines/speech/testing/made-speech-models';
import { fixture } from '@dragoman/local-engines/speech/testing/recordings';
import { expect, test } from '@playwright/test';
import { SERVER_BUILD } from '../../scripts/lib/build.ts';

// Tests of the server start the worker's sources. This starts what the build made of them, with the
// engine, the detector and the decoders in node_modules.

test('the built worker decodes a recording, finds the speech and writes it down @long', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-models-'));
  const installed = installMadeSpeechModels(folder);
  const files = (id: string) =>
    Object.fromEntries(
      (installed.find((model) => model.id === id)?.files ?? []).map(({ role, name }) => [
        role,
        path.join(folder, id, name),
      ]),
    );
  const worker = startSpeechProcess({ startMs: 20_000, jobMs: 20_000 }, builtSpeechWorker(SERVER_BUILD));
  try {
    for (const [language, name] of [
      ['en', 'aac.m4a'],
      ['zh', 'zh.webm'],
      ['ar', 'ar.webm'],
    ] as const) {
      const model = chooseSpeechModel({ files }, language);
      if (!model) throw new Error('no model');
      expect(await worker.run({ bytes: fixture(name), language, models: [model] })).toEqual({
        kind: 'text',
        text: language === 'ar' ? SAYS.whisper.ar : SAYS.sensevoice[language],
      });
    }
  } finally {
    worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
