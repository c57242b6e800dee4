import type { FunctionHandler } from './caller.ts';
import { jsonResponse } from './json.ts';
import type { ProviderLimit } from './provider-limit.ts';

/** @returns whether the user has a profile. May reject. */
export type ProfileCheck = (userId: string, request: Request) => Promise<boolean>;

/**
 * The message for a user without a profile. Accounts are free to make; a profile is what an event
 * knows its people by.
 */
const NO_PROFILE = 'Please set up your profile first: this is for people with a profile.';

/**
 * Answers users without a profile with 403, before any provider is called. The handler itself
 * refuses callers who are not signed in.
 */
export function requireProfile(handler: FunctionHandler, hasProfile: ProfileCheck): FunctionHandler {
  return async (request, caller) => {
    if (caller && !(await hasProfile(caller.userId, request))) {
      return jsonResponse(403, { error: NO_PROFILE, code: 'no-profile' });
    }
    return handler(request, caller);
  };
}

/**
 * Gives users without a profile a small allowance, because setting up a profile begins with a
 * picture of the user's card or pass.
 * @param allowance their limits, in addition to everyone's
 * @param refuse the response over the limit
 */
export function allowWithoutProfile(
  handler: FunctionHandler,
  {
    hasProfile,
    allowance,
    refuse,
  }: { hasProfile: ProfileCheck; allowance: ProviderLimit; refuse(retryAfterMs: number): Response },
): FunctionHandler {
  return async (request, caller) => {
    if (!caller || (await hasProfile(caller.userId, request))) return handler(request, caller);
    const admission = allowance.admit(caller);
    if (!admission.ok) return refuse(admission.retryAfterMs);
    try {
      return await handler(request, caller);
    } finally {
      admission.done();
    }
  };
}
