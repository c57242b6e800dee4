import type { Language } from '@dragoman/domain/languages';

/**
 * The texts of the start and of /join, in a chunk for each language. `entry-client.tsx` loads the
 * visitor's language together with the start; the texts of the other pages come with their code.
 */
export const startTexts: Record<Language, () => Promise<object>> = {
  en: async () => (await import('./en.start.json')).default,
  zh: async () => (await import('./zh.start.json')).default,
  ar: async () => (await import('./ar.start.json')).default,
};
