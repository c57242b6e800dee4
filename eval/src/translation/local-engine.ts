import type { Model } from '@dragoman/local-engines/models/model';
import { filePath, isInstalled } from '@dragoman/local-engines/models/model-folder';
import { TRANSLATION_MODELS } from '@dragoman/local-engines/models/translation-models';
import {
  type LocalTranslation,
  openLocalTranslation,
} from '@dragoman/local-engines/translation/local-translation';
import type { ModelsConfig } from '../../../apps/server/src/config/models.ts';

/**
 * The local provider, and ids of the models that are not installed: their directions cannot
 * be scored.
 */
export interface InstalledProvider extends LocalTranslation {
  missing: string[];
}

/**
 * Opens the local provider on the models in its folder. It downloads nothing.
 * @param models the server's table of models
 * @returns null where `TRANSLATION_LOCAL` is off or no model is installed
 */
export async function openInstalledProvider(
  config: Omit<ModelsConfig, 'speech'>,
  models: readonly Model[] = TRANSLATION_MODELS,
): Promise<InstalledProvider | null> {
  if (!config.translation) return null;
  const installed = new Map<string, Record<string, string>>();
  for (const model of models) {
    if (!(await isInstalled(config.folder, model))) continue;
    const files = model.files.map((file) => [file.role, filePath(config.folder, model, file)]);
    installed.set(model.id, Object.fromEntries(files));
  }
  if (installed.size === 0) return null;
  const usable = {
    files: (id: string) => installed.get(id) ?? null,
    markUnusable(id: string, reason: string) {
      installed.delete(id);
      console.error(`The engine cannot load ${id}: ${reason}`);
    },
  };
  const log = {
    info: () => undefined,
    warn: (fields: Record<string, unknown>, message: string) => console.error(message, fields),
  };
  const local = openLocalTranslation(usable, config, log);
  return { ...local, missing: models.map(({ id }) => id).filter((id) => !installed.has(id)) };
}
