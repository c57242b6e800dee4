import type { InitOptions } from 'i18next';
import { hanSpacing } from './han-spacing.ts';

/** Options of i18next in the browser and on the server; an instance needs `hanSpacing`, too. */
export const textOptions = {
  lng: 'en',
  // A unit test checks that every language has every text, so the texts of one language are enough.
  fallbackLng: false,
  resources: {},
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
  postProcess: [hanSpacing.name],
} satisfies InitOptions;
