import { type IdentityProviderConfig, PRESET_NAMES } from '../../config/identity-providers.ts';
import { createGitHub } from './github.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createOpenIdConnect } from './openid-connect.ts';

/** The services of the settings, by the name that clients call them. */
export interface IdentityProviders {
  find(name: string): IdentityProvider | null;
  /**
   * Whether a sign-in page may offer them (supabase-protocol 2.11, /settings): those of the
   * settings, and the known ones that are off.
   */
  offered: Readonly<Record<string, boolean>>;
}

export function createIdentityProviders(settings: readonly IdentityProviderConfig[]): IdentityProviders {
  const providers = new Map(
    settings.map((config) => [
      config.name,
      config.protocol === 'github' ? createGitHub(config) : createOpenIdConnect(config),
    ]),
  );
  const names = [...new Set([...PRESET_NAMES, ...providers.keys()])].sort();
  return {
    find: (name) => providers.get(name) ?? null,
    offered: Object.fromEntries(names.map((name) => [name, providers.has(name)])),
  };
}
