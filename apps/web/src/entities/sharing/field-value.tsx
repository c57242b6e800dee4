import { AddressText } from '@/shared/ui/address-text.tsx';
import type { CardField } from './card-fields.ts';

/** A field's value, in its own writing direction. */
export function FieldValue({ field, children }: { field: CardField | 'name'; children: string }) {
  const isAddress = field === 'email' || field === 'website' || field === 'linkedin';
  return isAddress ? <AddressText>{children}</AddressText> : <bdi>{children}</bdi>;
}
