/** What the organiser's page says: one chunk a language, which nobody else loads. */
export const organiserTexts = {
  en: async () => (await import('./en.organiser.json')).default,
  zh: async () => (await import('./zh.organiser.json')).default,
  ar: async () => (await import('./ar.organiser.json')).default,
};
