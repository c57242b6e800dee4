/** The texts of the administrators' page: one chunk per language, loaded by that page only. */
export const organiserTexts = {
  en: async () => (await import('./en.organiser.json')).default,
  zh: async () => (await import('./zh.organiser.json')).default,
  ar: async () => (await import('./ar.organiser.json')).default,
};
