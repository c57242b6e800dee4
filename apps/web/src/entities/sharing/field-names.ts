import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import type { CardField } from './card-fields.ts';

/** @returns fields of a card as a list in the interface's language. */
export function useFieldNames(): (fields: readonly (CardField | 'name')[]) => string {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(intlLocale(i18n.language), { type: 'conjunction' });
  return (fields) => list.format(fields.map((field) => t(`profileForm.${field}`)));
}
