import {
  findWeakness,
  isTooLong,
  MAX_PASSWORD_BYTES,
} from '@dragoman/supabase-server/security/password-policy';
import { z } from 'zod';
import { EventAdminError } from '../errors.ts';

const LONGEST_NAME = 60;
/** Characters of an administrator's password: more than of a user's, since more hangs on it. */
export const SHORTEST_PASSWORD = 12;

/** Schema of an administrator's name. Invisible characters would let two names look alike. */
export const adminName = z
  .string()
  .transform((name) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' '))
  .pipe(
    z
      .string()
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'must have visible characters alone')
      .refine((name) => [...name].length <= LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`),
  );

/** The name as typed at sign-in. */
export const givenName = z
  .string()
  .max(1000)
  .transform((name) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' '));
export const givenPassword = z.string().min(1).max(1000);
/** Six digits, with whatever spaces an app shows between them. */
export const givenCode = z
  .string()
  .max(20)
  .transform((code) => code.replaceAll(/\s/g, ''));

/** @throws {EventAdminError} 422 weak_password, saying why */
export function checkAdminPassword(password: string): void {
  const weakness = findWeakness(password, { minimumPasswordLength: SHORTEST_PASSWORD });
  const problem = isTooLong(password)
    ? `A password has at most ${MAX_PASSWORD_BYTES} bytes`
    : (weakness?.message ?? null);
  if (problem !== null) throw new EventAdminError(422, 'weak_password', problem);
}
