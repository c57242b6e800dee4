import type { Queryable } from '../../db/database.ts';
import { type MailKind, templatesFor } from '../../templates/message-templates.ts';
import { type MailContent, renderMail } from '../../templates/render-mail.ts';
import { insertFlowState } from '../data/flow-states.ts';
import { deleteTokensOf, putToken } from '../data/one-time-tokens.ts';
import { recordSent, setNewEmail } from '../data/user-addresses.ts';
import { findUserByEmail, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import {
  hashSecret,
  makeCode,
  makeLinkToken,
  PKCE_PREFIX,
  type TokenPurpose,
} from '../rules/one-time-code.ts';
import type { LinkRequest } from '../types.ts';

/** The `type` of a mailed link (supabase-protocol 2.6, GET /verify). */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

export interface MailOrder {
  kind: MailKind;
  purpose: TokenPurpose;
  user: UserRow;
  /** The mail's recipient. */
  address: string;
  request: LinkRequest;
  newAddress?: string;
  dropsPassword?: boolean;
}

/** A token just made, in the forms that a mail or an administrator gets. */
export interface IssuedLink {
  code: string;
  /** The link's `token` parameter. */
  linkToken: string;
  link: string;
  content: MailContent;
}

interface LinkKind {
  type: LinkType;
  /** The sign-in method in the token's amr when a client exchanges the link's code. */
  method: string;
}

const LINKS: Record<MailKind, LinkKind | null> = {
  confirmation: { type: 'signup', method: 'email/signup' },
  invite: { type: 'invite', method: 'invite' },
  magic_link: { type: 'magiclink', method: 'magiclink' },
  recovery: { type: 'recovery', method: 'recovery' },
  email_change: { type: 'email_change', method: 'email_change' },
  reauthentication: null,
};

/**
 * Makes the code and link of a mail, in place of those before, and remembers the client's
 * challenge.
 */
export async function issueLink(tx: Queryable, deps: AuthDeps, order: MailOrder): Promise<IssuedLink> {
  const { kind, user, address, request } = order;
  const { codeDigits, codeSeconds } = deps.config.auth;
  const link = LINKS[kind];
  const challenge = link === null ? null : request.challenge;
  const code = makeCode(codeDigits);
  const linkToken = makeLinkToken(challenge !== null);
  await putToken(tx, {
    userId: user.id,
    purpose: order.purpose,
    address,
    codeHash: `${challenge === null ? '' : PKCE_PREFIX}${deps.hashCode(address, code)}`,
    linkHash: hashSecret(linkToken),
    dropsPassword: order.dropsPassword ?? false,
    lifeSeconds: codeSeconds,
  });
  if (link !== null && challenge !== null) {
    await insertFlowState(tx, {
      userId: user.id,
      method: link.method,
      challenge,
      lifeSeconds: codeSeconds,
    });
  }
  await recordSent(tx, user.id, order.purpose);
  const url = link === null ? '' : verifyUrl(request, link.type, linkToken);
  const language = (await deps.hooks.preferredLanguage(tx, user.id)) ?? user.raw_user_meta_data.language;
  return {
    code,
    linkToken,
    link: url,
    content: {
      kind,
      to: address,
      templates: templatesFor(deps.hooks.templates, language),
      app: deps.hooks.appName(),
      link: url,
      code,
      newAddress: order.newAddress ?? '',
    },
  };
}

export async function sendMail({ mailer }: AuthDeps, { content }: IssuedLink): Promise<void> {
  await mailer.send(renderMail(content));
}

/**
 * Sends a mail after the answer: a slow mail server must not hold it back, nor its time tell
 * anything.
 */
export function sendLater(deps: AuthDeps, issued: IssuedLink): void {
  deps.background.run(`mail ${issued.content.kind}`, () => sendMail(deps, issued));
}

function verifyUrl({ caller, redirectTo }: LinkRequest, type: LinkType, token: string): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `${caller.issuer}/verify?${query}`;
}

/**
 * Begins the change of a locked user's address: both the new and, if it was ever confirmed, the
 * present one must confirm it (supabase-protocol 2.8, PUT /user), so that a stolen session cannot
 * take the account away.
 * @returns the mails to send
 */
export async function beginEmailChange(
  tx: Queryable,
  deps: AuthDeps,
  user: UserRow,
  newEmail: string,
  request: LinkRequest,
  confirmsCurrent = false,
): Promise<IssuedLink[]> {
  await deleteTokensOf(tx, user.id, ['email_change_current', 'email_change_new']);
  await setNewEmail(tx, user.id, newEmail);
  const both = user.email !== null && (confirmsCurrent || user.email_confirmed_at !== null);
  const purposes: TokenPurpose[] = both ? ['email_change_current', 'email_change_new'] : ['email_change_new'];
  return issueEmailChange(tx, deps, user, newEmail, purposes, request);
}

/**
 * Makes the links of an e-mail change that are still missing. Where the new address is another
 * account's no mail goes there, and nothing else differs: the caller does not learn of that
 * account.
 * @returns the mails to send
 */
export async function issueEmailChange(
  tx: Queryable,
  deps: AuthDeps,
  user: UserRow,
  newEmail: string,
  purposes: readonly TokenPurpose[],
  request: LinkRequest,
): Promise<IssuedLink[]> {
  const taken = (await findUserByEmail(tx, newEmail)) !== null;
  const issued: IssuedLink[] = [];
  for (const purpose of purposes) {
    const address = purpose === 'email_change_current' ? user.email : newEmail;
    if (address === null) continue;
    const mail = await issueLink(tx, deps, {
      kind: 'email_change',
      purpose,
      user,
      address,
      request,
      newAddress: newEmail,
    });
    if (address !== newEmail || !taken) issued.push(mail);
  }
  return issued;
}
