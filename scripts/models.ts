import { systemClock } from '@dragoman/functions/translate/retry';
import { importModels } from '../apps/server/src/models/import-models.ts';
import type { Model } from '../apps/server/src/models/model.ts';
import { asModelError } from '../apps/server/src/models/model-error.ts';
import {
  downloadBytes,
  installModel,
  isInstalled,
  removeModel,
  withLock,
} from '../apps/server/src/models/model-folder.ts';
import { TRANSLATION_MODELS } from '../apps/server/src/models/translation-models.ts';
import { serverConfig } from './lib/server-config.ts';

/** The models of the engines on this machine (docs/operations.md, "Models on this machine"), beside a server that runs or without one. */
const HELP = `npm run models                       lists the models
npm run models -- download [ID...]   downloads those that are missing
npm run models -- verify             checks every file against its SHA-256
npm run models -- import FOLDER      installs models from a folder, such as a USB stick
npm run models -- remove ID...       deletes models`;

const IDLE_MS = 30_000;
const LOOK_AGAIN_MS = 2_000;

async function main([command = 'list', ...rest]: string[]): Promise<void> {
  const { models: config } = serverConfig();
  const { folder } = config;
  if (command === 'list' && rest.length === 0) return list(folder, false);
  if (command === 'verify' && rest.length === 0) return list(folder, true);
  if (command === 'download') {
    for (const model of chosen(rest)) await download(model, folder, config.mirror);
    return;
  }
  if (command === 'import' && rest.length === 1) {
    const complete = await importModels(rest[0] as string, folder, TRANSLATION_MODELS);
    console.log(complete.length > 0 ? `Ready: ${complete.join(', ')}` : 'No model is complete.');
    if (complete.length < TRANSLATION_MODELS.length) process.exitCode = 1;
    return;
  }
  if (command === 'remove' && rest.length > 0) {
    for (const model of chosen(rest)) {
      await removeModel(folder, model);
      console.log(`${model.id} is removed. A server that runs notices at its next start.`);
    }
    return;
  }
  throw new Error(HELP);
}

/** @param fresh reads every file again */
async function list(folder: string, fresh: boolean): Promise<void> {
  console.log(`Models in ${folder}`);
  for (const model of TRANSLATION_MODELS) {
    const isReady = await isInstalled(folder, model, fresh);
    const size = `${(downloadBytes(model) / 1e6).toFixed(1)} MB`;
    console.log(
      `  ${model.id.padEnd(20)} ${model.version}  ${size.padStart(8)}  ${model.licence.name}  ${isReady ? 'ready' : 'missing'}`,
    );
    if (fresh && !isReady) process.exitCode = 1;
  }
}

function chosen(ids: readonly string[]): readonly Model[] {
  const unknown = ids.find((id) => !TRANSLATION_MODELS.some((model) => model.id === id));
  if (unknown !== undefined) {
    throw new Error(
      `There is no model ${unknown}. Known: ${TRANSLATION_MODELS.map(({ id }) => id).join(', ')}`,
    );
  }
  return ids.length > 0 ? TRANSLATION_MODELS.filter(({ id }) => ids.includes(id)) : TRANSLATION_MODELS;
}

async function download(model: Model, folder: string, mirror: string | null): Promise<void> {
  if (await isInstalled(folder, model)) {
    console.log(`${model.id} is ready.`);
    return;
  }
  console.log(`${model.id} ${model.version}, licence ${model.licence.name} (${model.licence.url})`);
  const total = downloadBytes(model);
  const work = () =>
    installModel(model, {
      folder,
      mirror,
      idleMs: IDLE_MS,
      signal: new AbortController().signal,
      onProgress: (bytes) => showBar(bytes, total),
    });
  try {
    while (!(await withLock(folder, model, work))) {
      console.log('Another process downloads it. Waiting.');
      await systemClock.sleep(LOOK_AGAIN_MS, new AbortController().signal);
      if (await isInstalled(folder, model)) break;
    }
  } catch (error) {
    const { failure, message } = asModelError(error);
    throw new Error(
      `${model.id}: ${message} (${failure}). What has arrived is kept; run it again to continue.`,
    );
  }
  await isInstalled(folder, model);
  console.log(`${process.stdout.isTTY ? '\n' : ''}${model.id} is ready.`);
}

const BAR = 30;

function showBar(bytes: number, total: number): void {
  if (!process.stdout.isTTY) return;
  const filled = Math.round((bytes / total) * BAR);
  const sizes = `${(bytes / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
  process.stdout.write(`\r  [${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${sizes}\x1b[K`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
