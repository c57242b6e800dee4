import type { TFunction } from 'i18next';
import { type Supabase, useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { authErrorText } from './auth-error-text.ts';

/**
 * Checks whether this page can make and use passkeys. A browser has them in secure contexts alone,
 * and the server takes those of its own address: a page that was opened at another one (an IP
 * address, say) does not offer them.
 */
export function usePasskeysOffered(): boolean {
  const { passkeys, supabaseUrl } = useBackend().config;
  return (
    passkeys &&
    window.isSecureContext &&
    window.PublicKeyCredential !== undefined &&
    new URL(supabaseUrl).origin === window.location.origin
  );
}

/**
 * Talks to the browser, and converts keys to JSON where a browser cannot. Loaded on a press of the
 * button.
 */
const loadBrowserPart = () => import('@simplewebauthn/browser');

/**
 * Lets the browser create a passkey and adds it to the account.
 * @returns its id
 * @throws AuthError; the browser's part's own errors, for {@link passkeyErrorText}
 */
export async function addPasskey({ auth }: Supabase): Promise<string> {
  const { startRegistration } = await loadBrowserPart();
  const { data: begun, error } = await auth.passkey.startRegistration();
  if (error) throw error;
  const optionsJSON = begun.options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const credential = (await startRegistration({ optionsJSON })) as PasskeyAnswer;
  const { data, error: refused } = await auth.passkey.verifyRegistration({
    challengeId: begun.challenge_id,
    credential,
  });
  if (refused) throw refused;
  return data.id;
}

/**
 * Asks the browser for a passkey and signs in with it; the auth state follows by its own event.
 * @throws as above
 */
async function signInWithPasskey({ auth }: Supabase): Promise<void> {
  const { startAuthentication } = await loadBrowserPart();
  const { data: begun, error } = await auth.passkey.startAuthentication();
  if (error) throw error;
  const optionsJSON = begun.options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const credential = (await startAuthentication({ optionsJSON })) as PasskeyAnswer;
  const { error: refused } = await auth.passkey.verifyAuthentication({
    challengeId: begun.challenge_id,
    credential,
  });
  if (refused) throw refused;
}

/** The same JSON in the words of the official client. */
type PasskeyAnswer = Parameters<Supabase['auth']['passkey']['verifyAuthentication']>[0]['credential'];

export function useSignInWithPasskey() {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: () => signInWithPasskey(supabase),
    networkMode: 'always',
  });
}

/**
 * Texts of a browser's passkey errors, by their codes; the browser's own messages are English, for
 * developers.
 */
const BROWSER_REFUSALS = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkey.known',
  ERROR_INVALID_DOMAIN: 'passkey.wrongAddress',
  ERROR_INVALID_RP_ID: 'passkey.wrongAddress',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'passkey.unsupported',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'passkey.unsupported',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'passkey.unsupported',
} as const;

/** Names of errors that come from the browser: its own, and those that its part makes of them. */
const BROWSER_ERRORS = new Set([
  'WebAuthnError',
  'NotAllowedError',
  'AbortError',
  'InvalidStateError',
  'SecurityError',
]);

/** @returns the text for a passkey error */
export function passkeyErrorText(t: TFunction, error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  if (typeof code === 'string' && Object.hasOwn(BROWSER_REFUSALS, code)) {
    return t(BROWSER_REFUSALS[code as keyof typeof BROWSER_REFUSALS]);
  }
  // Also after the user has closed the browser's own dialog: browsers do not distinguish that from
  // a missing passkey.
  return BROWSER_ERRORS.has(String(name)) ? t('passkey.notUsed') : authErrorText(t, error);
}
