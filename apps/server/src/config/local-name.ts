import { z } from 'zod';

/** One label of a host name (RFC 1123). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const localNameVariables = {
  MDNS_NAME: z
    .string()
    .toLowerCase()
    .regex(LABEL, 'must be letters, digits and hyphens, without .local; off for none')
    .default('dragoman'),
};

/**
 * @returns the name under `.local` by which devices in the same network find the server; null: none
 */
export function localName({ MDNS_NAME: name }: { MDNS_NAME: string }): string | null {
  return name === 'off' ? null : name;
}
