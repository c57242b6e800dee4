/** Why a record could not be set or removed; the message is for the operator. */
export class DnsError extends Error {
  override readonly name = 'DnsError';
}
