import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { chooseSpeechModel } from '../../apps/server/src/speech/choose-model.ts';
import { builtSpeechWorker, startSpeechProcess } from '../../apps/server/src/speech/speech-process.ts';
import { installMadeSpeechModels, SAYS } from '../../apps/server/src/speech/testing/made-speech-models.ts';
import { fixture } from '../../apps/server/src/speech/testing/recordings.ts';

// Tests of the server start the worker's sources. This starts what the build made of them, with the
// engine, the detector and the decoders in node_modules.

test('the built worker decodes a recording, finds the speech and writes it down', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-models-'));
  const installed = installMadeSpeechModels(folder);
  const files = (id: string) =>
    Object.fromEntries(
      (installed.find((model) => model.id === id)?.files ?? []).map(({ role, name }) => [
        role,
        path.join(folder, id, name),
      ]),
    );
  const worker = startSpeechProcess({ startMs: 20_000, jobMs: 20_000 }, builtSpeechWorker());
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
