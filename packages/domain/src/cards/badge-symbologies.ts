/** Symbologies of badges that are read (docs/badges.md); each one more takes time on every picture. */
export const BADGE_SYMBOLOGIES = ['QRCode', 'PDF417', 'Aztec', 'DataMatrix'] as const;
export type Symbology = (typeof BADGE_SYMBOLOGIES)[number];
