import type { CardField } from '@/shared/api/card-field-names.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';

/** What somebody has given in a field, in the direction that it is written in. */
export function FieldValue({ field, children }: { field: CardField | 'name'; children: string }) {
  const isAddress = field === 'email' || field === 'website' || field === 'linkedin';
  return isAddress ? <AddressText>{children}</AddressText> : <bdi>{children}</bdi>;
}
