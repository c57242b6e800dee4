import type { InitOptions } from 'i18next';
import ar from './ar.start.json';
import en from './en.start.json';
import zh from './zh.start.json';

/**
 * The texts of the start and of /join, in all three languages: a few kilobytes, so that a stranger
 * waits for one file only. The texts of the other pages come with their code, in the user's
 * language only (i18n.ts).
 */
export const textOptions = {
  lng: 'en',
  // A unit test holds every text to be there in every language; another language's texts are not loaded.
  fallbackLng: false,
  resources: { en: { translation: en }, zh: { translation: zh }, ar: { translation: ar } },
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
} satisfies InitOptions;
