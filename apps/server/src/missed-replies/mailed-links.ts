import { isLanguage, type Language } from '@dragoman/domain/languages';
import type { SigningKeys } from '@dragoman/supabase-server/keys/signing-keys';
import { z } from 'zod';

/** Paths of the pages, below the functions' address. */
export const STOP_PATH = '/unsubscribe';
export const STOP_FOLLOW_UPS_PATH = '/unsubscribe-follow-ups';
export const CONFIRM_PATH = '/confirm-missed-reply-address';

/** Tokens of these purposes are valid for nothing else: see {@link SigningKeys.verifyPurpose}. */
const STOP = 'missed-replies-stop';
const STOP_FOLLOW_UPS = 'follow-ups-stop';
const CONFIRM = 'missed-replies-confirm';
/** Mails lie in mailboxes for long. A year is more than the law of any country asks for. */
const STOP_SECONDS = 365 * 24 * 60 * 60;
const CONFIRM_SECONDS = 24 * 60 * 60;

const stopSchema = z.object({ profile: z.uuid(), language: z.custom<Language>(isLanguage) });
const stopFollowUpsSchema = stopSchema.extend({ booth: z.uuid() });
const confirmSchema = stopSchema.extend({ address: z.string() });

/** Whose mails a link ends. */
export type StopGrant = z.infer<typeof stopSchema>;
/** Who wants no more follow-ups, and of which booth. */
export type StopFollowUpsGrant = z.infer<typeof stopFollowUpsSchema>;
/** Whose address a link confirms. */
export type ConfirmGrant = z.infer<typeof confirmSchema>;

/** @returns the token of a link that ends a person's mails, valid for a year */
export function signStop(keys: SigningKeys, grant: StopGrant): Promise<string> {
  return sign(keys, STOP, grant, STOP_SECONDS);
}

/** @throws {TokenError} for a token that has expired or was not made for this @throws {ZodError} */
export async function verifyStop(keys: SigningKeys, token: string): Promise<StopGrant> {
  return stopSchema.parse(await keys.verifyPurpose(token, STOP));
}

/** @returns the token of a link that ends a booth's follow-ups to a person, valid for a year */
export function signStopFollowUps(keys: SigningKeys, grant: StopFollowUpsGrant): Promise<string> {
  return sign(keys, STOP_FOLLOW_UPS, grant, STOP_SECONDS);
}

/** @throws {TokenError} for a token that has expired or was not made for this @throws {ZodError} */
export async function verifyStopFollowUps(keys: SigningKeys, token: string): Promise<StopFollowUpsGrant> {
  return stopFollowUpsSchema.parse(await keys.verifyPurpose(token, STOP_FOLLOW_UPS));
}

/** @returns the token of a link that confirms an address, valid for a day */
export function signConfirm(keys: SigningKeys, grant: ConfirmGrant): Promise<string> {
  return sign(keys, CONFIRM, grant, CONFIRM_SECONDS);
}

/** @throws {TokenError} for a token that has expired or was not made for this @throws {ZodError} */
export async function verifyConfirm(keys: SigningKeys, token: string): Promise<ConfirmGrant> {
  return confirmSchema.parse(await keys.verifyPurpose(token, CONFIRM));
}

function sign(keys: SigningKeys, aud: string, grant: object, seconds: number): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  return keys.sign({ aud, ...grant, iat, exp: iat + seconds });
}
