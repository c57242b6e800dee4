/** The texts of the administrators' page: one chunk per language, loaded by that page only. */
export const eventAdminTexts = {
  en: async () => (await import('./en.event-admin.json')).default,
  zh: async () => (await import('./zh.event-admin.json')).default,
  ar: async () => (await import('./ar.event-admin.json')).default,
};
