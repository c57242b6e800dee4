import type { CardField } from '@/shared/api/card-field-names.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';

/** A field's value, in its own writing direction. */
export function FieldValue({ field, children }: { field: CardField | 'name'; children: string }) {
  const isAddress = field === 'email' || field === 'website' || field === 'linkedin';
  return isAddress ? <AddressText>{children}</AddressText> : <bdi>{children}</bdi>;
}
