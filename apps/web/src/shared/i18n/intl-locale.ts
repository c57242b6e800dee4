/**
 * The locale for Intl: Arabic with Western digits, as its speakers at trade fairs write prices,
 * dates and phone numbers.
 * @param language of the interface
 */
export function intlLocale(language: string): string {
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}
