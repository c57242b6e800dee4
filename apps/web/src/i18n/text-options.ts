import type { InitOptions } from 'i18next';
import en from './en.json';

/** English is bundled: it is the fallback, and the first screen never waits for a second request. */
export const textOptions = {
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
} satisfies InitOptions;
