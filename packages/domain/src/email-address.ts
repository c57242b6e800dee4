/**
 * The accepted form of an e-mail address, everywhere as at the sign-up: the pattern of HTML's
 * `<input type=email>`, with at least one dot in the domain. ASCII only, so that lower-casing is
 * the same in every language and database, and no control character can reach a mail header.
 */
export const EMAIL_ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
