import type { Queryable } from '../../db/database.ts';
import { markInvited } from '../data/admin-users.ts';
import { unusedPurposes } from '../data/one-time-tokens.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserByEmail, findUserById, insertEmailUser, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, emailExists, validationFailed } from '../errors.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import type { LinkRequest } from '../types.ts';
import { beginEmailChange, type IssuedLink, issueEmailChange, issueLink, sendMail } from './auth-mail.ts';
import { checkNewPassword } from './passwords.ts';
import { readAddress } from './request-link.ts';

export const ADMIN_LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
export type AdminLinkType = (typeof ADMIN_LINK_TYPES)[number];

export interface AdminLinkParams {
  type: AdminLinkType;
  email: string | null;
  newEmail: string | null;
  password: string | null;
  data: Metadata | null;
}

export interface GeneratedLink {
  issued: IssuedLink;
  user: UserRow;
  /** The type that was made: a magic link for an unknown address is a sign-up. */
  type: AdminLinkType;
}

/** A request whose fields are good. */
interface LinkSpec {
  type: AdminLinkType;
  email: string;
  newEmail: string | null;
  encryptedPassword: string | null;
  metadata: Metadata;
}

/**
 * Makes a link for an administrator to deliver (supabase-protocol 2.12, POST /admin/generate_link).
 * @throws {AuthError} 400 validation_failed, 404 user_not_found, 422 email_exists, 422
 * weak_password
 */
export async function generateLink(
  deps: AuthDeps,
  params: AdminLinkParams,
  request: LinkRequest,
): Promise<GeneratedLink> {
  const spec = await readLinkSpec(deps, params);
  return withRowLocks(deps.db, async (tx) => {
    const made = await make(tx, deps, spec, request);
    const user = await findUserById(tx, made.userId);
    if (!user) throw new Error('the locked user is gone');
    return { issued: made.issued, user, type: made.type };
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_email_key') ? emailExists() : error;
  });
}

/**
 * Adds a user and mails them a link (supabase-protocol 2.12, POST /invite).
 * @throws {AuthError} as above
 */
export async function inviteUser(
  deps: AuthDeps,
  params: { email: string | null; data: Metadata | null },
  request: LinkRequest,
): Promise<UserRow> {
  const spec: AdminLinkParams = { ...params, type: 'invite', newEmail: null, password: null };
  const { issued, user } = await generateLink(deps, spec, request);
  await sendMail(deps, issued);
  return user;
}

async function readLinkSpec(deps: AuthDeps, params: AdminLinkParams): Promise<LinkSpec> {
  const email = readAddress(params.email);
  const changes = params.type === 'email_change_current' || params.type === 'email_change_new';
  if (params.type === 'signup') {
    if (params.password === null) throw validationFailed('password: Signup requires a valid password');
    checkNewPassword(params.password, deps.config.auth);
  }
  return {
    type: params.type,
    email,
    newEmail: changes ? readAddress(params.newEmail) : null,
    encryptedPassword:
      params.type === 'signup' && params.password !== null
        ? await deps.passwords.hash(params.password)
        : null,
    metadata: splitMetadataChange(params.data ?? {}).set,
  };
}

interface Made {
  issued: IssuedLink;
  userId: string;
  type: AdminLinkType;
}

async function make(tx: Queryable, deps: AuthDeps, spec: LinkSpec, request: LinkRequest): Promise<Made> {
  const known = await findLocked(tx, spec.email);
  switch (spec.type) {
    case 'signup':
    case 'invite': {
      if (known && known.email_confirmed_at !== null) throw emailExists();
      return makeConfirmation(tx, deps, known ?? (await add(tx, spec)), spec.type, request);
    }
    case 'magiclink': {
      if (!known) return makeConfirmation(tx, deps, await add(tx, spec), 'signup', request);
      return makeRecovery(tx, deps, known, spec.type, request);
    }
    case 'recovery':
      return makeRecovery(tx, deps, known ?? unknownUser(), spec.type, request);
    case 'email_change_current':
    case 'email_change_new':
      return makeEmailChange(tx, deps, known ?? unknownUser(), spec.type, spec.newEmail ?? '', request);
  }
}

async function makeConfirmation(
  tx: Queryable,
  deps: AuthDeps,
  user: UserRow,
  type: 'signup' | 'invite',
  request: LinkRequest,
): Promise<Made> {
  if (type === 'invite') await markInvited(tx, user.id);
  const issued = await issueLink(tx, deps, {
    kind: type === 'invite' ? 'invite' : 'confirmation',
    purpose: 'confirmation',
    user,
    address: user.email ?? '',
    request,
    // A password set before the invitation came from a person who was not invited.
    dropsPassword: type === 'invite',
  });
  return { issued, userId: user.id, type };
}

async function makeRecovery(
  tx: Queryable,
  deps: AuthDeps,
  user: UserRow,
  type: 'magiclink' | 'recovery',
  request: LinkRequest,
): Promise<Made> {
  const issued = await issueLink(tx, deps, {
    kind: type === 'recovery' ? 'recovery' : 'magic_link',
    purpose: 'recovery',
    user,
    address: user.email ?? '',
    request,
    dropsPassword: user.email_confirmed_at === null,
  });
  return { issued, userId: user.id, type };
}

/**
 * Both addresses must confirm the change, here as when the user asks for it: making one link does
 * not replace the other.
 */
async function makeEmailChange(
  tx: Queryable,
  deps: AuthDeps,
  user: UserRow,
  type: 'email_change_current' | 'email_change_new',
  newEmail: string,
  request: LinkRequest,
): Promise<Made> {
  const taken = await findUserByEmail(tx, newEmail);
  if (taken) throw emailExists();
  const unused = await unusedPurposes(tx, user.id, ['email_change_current', 'email_change_new']);
  const issued =
    user.new_email === newEmail && unused.includes(type)
      ? await issueEmailChange(tx, deps, user, newEmail, [type], request)
      : await beginEmailChange(tx, deps, user, newEmail, request, type === 'email_change_current');
  const address = type === 'email_change_new' ? newEmail : user.email;
  const wanted = issued.find(({ content }) => content.to === address);
  if (!wanted) throw validationFailed('type: the user has no confirmed address to confirm the change');
  return { issued: wanted, userId: user.id, type };
}

async function add(tx: Queryable, spec: LinkSpec): Promise<UserRow> {
  const id = await insertEmailUser(tx, { ...spec, confirmed: false });
  const user = await findUserById(tx, id);
  if (!user) throw new Error('the new user cannot be read');
  return user;
}

async function findLocked(tx: Queryable, email: string): Promise<UserRow | null> {
  const found = await findUserByEmail(tx, email);
  if (!found) return null;
  await lockUser(tx, found.id);
  return findUserById(tx, found.id);
}

function unknownUser(): never {
  throw new AuthError(404, 'user_not_found', 'User with this email not found');
}
