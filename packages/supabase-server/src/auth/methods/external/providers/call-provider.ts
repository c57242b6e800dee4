import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { OAuthError } from '../../../errors.ts';
import { ProviderError } from './identity-provider.ts';

const OAUTH_NAME = /^[\w.-]{1,64}$/;
const MAX_DESCRIPTION = 500;

/**
 * Runs calls of the OAuth library.
 * @throws {OAuthError} what the service said to the browser.
 * @throws {ProviderError}
 */
export async function callProvider<T>(provider: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (error instanceof AuthorizationResponseError) throw toOAuthError(error);
    throw new ProviderError(provider, reasonOf(error), error);
  }
}

/** Both come through the browser: a name that cannot be one is not passed on. */
function toOAuthError({ error, error_description }: AuthorizationResponseError): OAuthError {
  const name = OAUTH_NAME.test(error) ? error : 'server_error';
  return new OAuthError(
    name,
    (error_description ?? 'The provider has refused the sign-in').slice(0, MAX_DESCRIPTION),
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) return `answered ${error.status}`;
  if (error instanceof ClientError) return error.code ?? error.message;
  return error instanceof Error ? error.name : 'unknown';
}
