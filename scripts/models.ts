import { systemClock } from '@dragoman/functions/providers/retry';
import { ALL_MODELS } from '@dragoman/local-engines/models/all-models';
import { importModels } from '@dragoman/local-engines/models/import-models';
import type { Model } from '@dragoman/local-engines/models/model';
import { asModelError } from '@dragoman/local-engines/models/model-error';
import {
  downloadBytes,
  installModel,
  isInstalled,
  isSwitchedOn,
  makeModelFolder,
  removeModel,
  withLock,
} from '@dragoman/local-engines/models/model-folder';
import { serverConfig } from './lib/server-config.ts';

/**
 * The models of the local providers (docs/operations.md, "Models on this machine"), beside
 * a server that runs or without one.
 */
const HELP = `npm run models                       lists the models
npm run models -- on ID              switches a model for speech recognition on; a running server downloads it
npm run models -- off ID             switches it off and deletes its files
npm run models -- download [ID...]   downloads what is missing; a model that is named is switched on
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
  if (command === 'on' && rest.length === 1) return switchOn(folder, rest);
  if (command === 'off' && rest.length === 1) return switchOff(folder, rest);
  if (command === 'download') {
    const models = rest.length > 0 ? chosen(rest) : await switchedOn(folder);
    for (const model of models) await download(model, folder, config.mirror);
    return;
  }
  if (command === 'import' && rest.length === 1) return importFrom(rest[0] as string, folder);
  if (command === 'remove' && rest.length > 0) {
    for (const model of chosen(rest)) {
      await removeModel(folder, model);
      console.log(
        `${model.id} is removed.${model.optional ? '' : ' A running server downloads it again at its next start.'}`,
      );
    }
    return;
  }
  throw new Error(HELP);
}

/** @param fresh reads every file again */
async function list(folder: string, fresh: boolean): Promise<void> {
  console.log(`Models in ${folder}`);
  for (const model of ALL_MODELS) {
    const isOn = await isSwitchedOn(folder, model);
    const isReady = isOn && (await isInstalled(folder, model, fresh));
    const size = `${(downloadBytes(model) / 1e6).toFixed(1)} MB`;
    const state = isReady ? 'ready' : isOn ? 'missing' : 'off';
    console.log(
      `  ${model.id.padEnd(20)}  ${model.version.padEnd(10)}  ${size.padStart(9)}  ${state.padEnd(7)}  ${model.licence.name} (${model.licence.url})`,
    );
    if (fresh && state === 'missing') process.exitCode = 1;
  }
}

/** @throws when an id is unknown */
function chosen(ids: readonly string[], known: readonly Model[] = ALL_MODELS): readonly Model[] {
  const unknown = ids.find((id) => !known.some((model) => model.id === id));
  if (unknown !== undefined) {
    throw new Error(`There is no such model: ${unknown}. Known: ${known.map(({ id }) => id).join(', ')}`);
  }
  return known.filter(({ id }) => ids.includes(id));
}

const optional = () => ALL_MODELS.filter((model) => model.optional);

async function switchedOn(folder: string): Promise<Model[]> {
  const isOn = await Promise.all(ALL_MODELS.map((model) => isSwitchedOn(folder, model)));
  return ALL_MODELS.filter((_, at) => isOn[at]);
}

async function switchOn(folder: string, ids: readonly string[]): Promise<void> {
  for (const model of chosen(ids, optional())) {
    await makeModelFolder(folder, model);
    console.log(`${model.id} is on, licence ${model.licence.name} (${model.licence.url}).`);
    console.log('A running server downloads it now. Without one: npm run models -- download');
  }
}

async function switchOff(folder: string, ids: readonly string[]): Promise<void> {
  for (const model of chosen(ids, optional())) {
    await removeModel(folder, model);
    console.log(`${model.id} is off, and its files are deleted.`);
  }
}

async function importFrom(source: string, folder: string): Promise<void> {
  const complete = await importModels(source, folder, ALL_MODELS);
  console.log(complete.length > 0 ? `Ready: ${complete.join(', ')}` : 'No model is complete.');
  const incomplete = (await switchedOn(folder)).filter(({ id }) => !complete.includes(id));
  if (incomplete.length === 0) return;
  console.log(`Incomplete: ${incomplete.map(({ id }) => id).join(', ')}`);
  process.exitCode = 1;
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
    await makeModelFolder(folder, model);
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
