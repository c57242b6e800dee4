import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';

/** @throws {AuthError} 404 manual_linking_disabled, as the operator has not turned it on */
export function requireManualLinking({ config }: Pick<AuthDeps, 'config'>): void {
  if (!config.auth.manualLinkingEnabled) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
}
