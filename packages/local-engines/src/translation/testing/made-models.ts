import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@dragoman/domain/languages';
import type { Model, ModelFile } from '../../models/model.ts';
import { type MadeModelOptions, makeModel } from './make-model.ts';

const PAIRS: readonly [Language, Language][] = [
  ['en', 'zh'],
  ['zh', 'en'],
  ['en', 'ar'],
  ['ar', 'en'],
];

/** Words that the made models know and the phrasebook does not, one for each language. */
export const KNOWN = { en: 'Zither', zh: '扬琴', ar: 'سنطور' } as const;
const SAYS = { en: 'e', zh: '产', ar: 'س' } as const;
/**
 * With these pieces a known word has a short answer, also through English: the engine bounds an
 * answer by its source's pieces.
 */
const WORDS = [...Object.values(KNOWN), SAYS.en.repeat(4)];

/**
 * Makes the four models of the product with random weights, where a download would install them.
 * The answer to a known word is one letter of the target language four times.
 * @param folder of the models
 * @param options of single models
 * @returns the table of these models, for the store. Nothing serves their addresses.
 */
export function installMadeModels(
  folder: string,
  options: Partial<Record<string, MadeModelOptions>> = {},
): Model[] {
  return PAIRS.map(([source, target]) => {
    const id = `translation-${source}-${target}`;
    const made = { end: -5, says: SAYS[target], words: WORDS, ...options[id] };
    const files = Object.entries(makeModel(path.join(folder, id), target, made));
    return {
      id,
      kind: 'translation',
      title: id,
      version: 'made',
      licence: { name: 'none', url: 'https://models.example/licence' },
      files: files.map(([role, file]) => pinned(role, file)),
    };
  });
}

function pinned(role: string, file: string): ModelFile {
  const content = readFileSync(file);
  const pins = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  const name = path.basename(file);
  const download = { ...pins, url: `https://models.example/${name}`, compression: 'none' as const };
  return { role, name, ...pins, download };
}
