import { z } from 'zod';
import { parseDuration } from '../rules/duration.ts';
import type { AdminUserParams } from '../services/admin/save-user.ts';
import { optionalText, userData } from './fields.ts';

/** A hash that `Passwords.verify` can check. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/;
const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/** Fields that POST and PUT of /admin/users share. */
export const adminUserFields = {
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText.refine((value) => value === null || ARGON2ID.test(value), {
    error: 'must be an Argon2id hash in PHC form',
  }),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: userData,
  app_metadata: userData,
  role: optionalText.refine((value) => value === null || ROLE.test(value), {
    error: 'must be the name of a database role',
  }),
  ban_duration: optionalText.transform((value, ctx) => {
    if (value === null) return null;
    const seconds = value === 'none' ? 0 : parseDuration(value);
    if (seconds === null) ctx.addIssue({ code: 'custom', message: 'must be none or a duration such as 24h' });
    return seconds;
  }),
};

const schema = z.object(adminUserFields);

export function adminUserParams(fields: z.output<typeof schema>): AdminUserParams {
  return {
    email: fields.email,
    phone: fields.phone,
    password: fields.password,
    passwordHash: fields.password_hash,
    confirmEmail: fields.email_confirm ?? false,
    confirmPhone: fields.phone_confirm ?? false,
    userMetadata: fields.user_metadata,
    appMetadata: fields.app_metadata,
    banSeconds: fields.ban_duration,
    role: fields.role,
  };
}
