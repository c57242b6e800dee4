import type { Context, Hono } from 'hono';
import type { Queryable } from '../db/database.ts';
import type { ServerEnv } from '../http/request-info.ts';
import type { SecurityEvent } from '../security/security-events.ts';
import type { ChallengeRow, FactorRow } from './data/factors.ts';
import type { OneTimeTokenRow } from './data/one-time-tokens.ts';
import { violatesUnique } from './data/transaction.ts';
import type { UserRow } from './data/users.ts';
import { type AuthError, emailExists, phoneDisabled } from './errors.ts';
import type { TokenPurpose } from './rules/one-time-code.ts';
import type { Metadata } from './rules/user-metadata.ts';
import type { Caller, SignedInUser, SignIn, SignUp } from './types.ts';

/**
 * What an installation can switch on besides mail, passwords, authenticator apps and passkeys
 * (`registry.ts` lists them). A method adds its own calls, and the parts of the common ones that
 * are about it; its calls exist in every installation and refuse where it is off.
 */
export interface AuthMethod {
  /** Adds calls that a browser makes, which sends no API key. */
  addOpenRoutes?(routes: Hono<ServerEnv>): void;
  /** Adds calls that require an API key. */
  addRoutes?(routes: Hono<ServerEnv>): void;
  /** Adds calls below /admin, which require the secret key. */
  addAdminRoutes?(routes: Hono<ServerEnv>): void;
  /** Grants of POST /token by their `grant_type`. */
  grants?: Readonly<Record<string, (c: Context<ServerEnv>) => Promise<SignIn>>>;
  /** What GET /settings tells about it: in `external`, and beside it. */
  settings?: {
    external?: Readonly<Record<string, boolean>>;
    others?: Readonly<Record<string, unknown>>;
  };
  /**
   * Looks at a call that begins a sign-in or lets a message be sent, before the call does anything.
   * @throws {AuthError} a refusal
   */
  beforeSignIn?(c: Context<ServerEnv>): Promise<void>;
  /** @returns the claims to sign in place of these. @throws {AuthError} a refusal, or a failure */
  changeClaims?(token: NewToken): Promise<Record<string, unknown>>;
  /**
   * Looks at a user who wants to change their own address, number or password.
   * @throws {AuthError} a refusal
   */
  beforeAccountChange?(user: UserRow): void;
  /**
   * Reads its part of a change that users make to their own account.
   * @returns null when it has none
   * @throws {AuthError} a refusal
   */
  accountChange?(user: UserRow, params: AddressParams, caller: Caller): Promise<AccountChange | null>;
  /** Addresses other than e-mail addresses that lead to accounts; one method at most has them. */
  address?: AddressMethod;
  /** A second factor of its own type. */
  factor?: FactorMethod;
}

/** A token that is about to be signed. */
export interface NewToken {
  userId: string;
  claims: Record<string, unknown>;
  /** How the user proved who they are, or `token_refresh`. */
  method: string;
}

/** The fields of a request that name an address other than an e-mail address. */
export interface AddressParams {
  phone: string | null;
  /** The channel of a message to it; null: the usual one. */
  channel: string | null;
}

/** A change of an account that has passed all checks. */
export interface AccountChange {
  /** Does what must succeed before anything else changes, such as sending a message. */
  begin?(): Promise<void>;
  /** Changes the locked user. */
  apply?(tx: Queryable): Promise<void>;
  /** Codes that a new password, given in the same request, does not make void. */
  keeps: readonly TokenPurpose[];
  /** To be recorded at once; undefined where it is recorded when the change is confirmed. */
  event?: SecurityEvent['event'];
}

/** The account that a sign-in with a password names. */
export interface SignInSubject {
  /** The normalized address; null when what was given cannot be one. */
  address: string | null;
  find(): Promise<UserRow | null>;
  /** @throws {AuthError} when the address waits for its confirmation */
  requireConfirmed(user: UserRow): void;
}

/** What accounts with phone numbers need of the common calls. */
export interface AddressMethod {
  /** @returns null when it is no address */
  normalize(input: string): string | null;
  /** Reads an address that an administrator gives. @throws {AuthError} 400 validation_failed */
  read(input: string): string;
  /** Gives a locked user an address that is not confirmed yet. */
  set(tx: Queryable, userId: string, address: string): Promise<void>;
  /** @returns the answer to a statement that failed since another user has the address, else null */
  taken(error: unknown): AuthError | null;
  /** @throws {AuthError} where it is off */
  signInSubject(input: string): SignInSubject;
  /** @throws {AuthError} */
  signUp(
    params: AddressParams & { password: string; data: Metadata | null },
    caller: Caller,
  ): Promise<SignUp>;
  /** Sends a code that signs in (POST /otp). @returns the message's id. @throws {AuthError} */
  requestCode(
    params: AddressParams & { createUser: boolean; data: Metadata | null },
    caller: Caller,
  ): Promise<string>;
  /** The values of `type` with which POST /resend means its codes. */
  resends: readonly string[];
  /** Sends a code again. @returns the message's id. @throws {AuthError} */
  resend(params: AddressParams & { type: string }, caller: Caller): Promise<string>;
  /** Which code a POST /verify means. @throws {AuthError} */
  readCode(type: string | null, input: string | null): { purposes: readonly TokenPurpose[]; address: string };
  /** What its codes do when they are used, by their purpose. */
  redeems: Readonly<
    Partial<
      Record<
        TokenPurpose,
        {
          apply(tx: Queryable, token: OneTimeTokenRow, user: UserRow): Promise<void>;
          event?: SecurityEvent['event'];
        }
      >
    >
  >;
  /** Sends a user without an e-mail address a code that shows it is them. @throws {AuthError} */
  reauthenticate(user: UserRow, caller: Caller): Promise<void>;
}

/** The data with which a client names a challenge. */
export interface Challenge {
  id: string;
  type: string;
  /** Unix seconds. */
  expiresAt: number;
}

export interface FactorMethod {
  type: FactorRow['factor_type'];
  /** Begins a factor. @returns further fields of the answer. @throws {AuthError} */
  enroll(
    caller: SignedInUser,
    params: { friendlyName: string | null; phone: string | null },
  ): Promise<{ id: string } & Record<string, unknown>>;
  /** Begins a proof. @throws {AuthError} */
  challenge(user: UserRow, factor: FactorRow, channel: string | null, caller: Caller): Promise<Challenge>;
  /** Counts a try, outside of the transaction that a wrong code undoes. @throws {AuthError} */
  countTry(factorId: string, challengeId: string | null): Promise<void>;
  /** @returns the method of the session's `amr`. @throws {AuthError} 422 mfa_verification_failed */
  prove(challenge: ChallengeRow, code: string): string;
}

interface Methods {
  methods: readonly AuthMethod[];
}

/**
 * The method of addresses that are no e-mail addresses.
 * @throws {AuthError} 400 phone_provider_disabled where the installation has none
 */
export function requireAddressMethod({ methods }: Methods): AddressMethod {
  const method = findAddressMethod({ methods });
  if (method === null) throw phoneDisabled();
  return method;
}

export function findAddressMethod({ methods }: Methods): AddressMethod | null {
  return methods.find(({ address }) => address !== undefined)?.address ?? null;
}

/**
 * @returns the answer to a statement that failed since another user has the address, else null
 */
export function addressTaken(deps: Methods, error: unknown): AuthError | null {
  if (violatesUnique(error, 'users_email_key')) return emailExists();
  return findAddressMethod(deps)?.taken(error) ?? null;
}
