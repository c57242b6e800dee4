import { useTranslation } from 'react-i18next';
import type { CardField } from '@/shared/api/card-field-names.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';

/** @returns fields of a card as a list in the interface's language. */
export function useFieldNames(): (fields: readonly (CardField | 'name')[]) => string {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(intlLocale(i18n.language), { type: 'conjunction' });
  return (fields) => list.format(fields.map((field) => t(`profileForm.${field}`)));
}
