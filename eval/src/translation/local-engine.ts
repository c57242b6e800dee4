import type { ModelsConfig } from '../../../apps/server/src/config/models.ts';
import type { Model } from '../../../apps/server/src/models/model.ts';
import { filePath, isInstalled } from '../../../apps/server/src/models/model-folder.ts';
import { TRANSLATION_MODELS } from '../../../apps/server/src/models/translation-models.ts';
import {
  type LocalTranslation,
  openLocalTranslation,
} from '../../../apps/server/src/translation/local-translation.ts';

/**
 * The engine on this machine, and ids of the models that are not installed: their directions cannot
 * be scored.
 */
export interface InstalledEngine extends LocalTranslation {
  missing: string[];
}

/**
 * Opens the server's own engine on the models in its folder. It downloads nothing.
 * @param models the server's table of models
 * @returns null where `TRANSLATION_LOCAL` is off or no model is installed
 */
export async function openInstalledEngine(
  config: Omit<ModelsConfig, 'speech'>,
  models: readonly Model[] = TRANSLATION_MODELS,
): Promise<InstalledEngine | null> {
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
