import type { CardField } from '@/lib/card-field-names.ts';
import { AddressText } from './address-text.tsx';

/** What somebody has given in a field, in the direction that it is written in. */
export function FieldValue({ field, children }: { field: CardField | 'name'; children: string }) {
  const isAddress = field === 'email' || field === 'website' || field === 'linkedin';
  return isAddress ? <AddressText>{children}</AddressText> : <bdi>{children}</bdi>;
}
