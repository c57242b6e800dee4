import { type IdentityProviderConfig, PRESET_NAMES } from '../../../../config/identity-providers.ts';
import type { AuthDeps } from '../../../deps.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** The services of the settings, by the name that clients call them. */
export interface IdentityProviders {
  find(name: string): IdentityProvider | null;
  /**
   * Whether a sign-in page may offer them (supabase-protocol 2.11, /settings): those of the
   * settings, and the known ones that are off.
   */
  offered: Readonly<Record<string, boolean>>;
}

/** Dependencies of methods that lead to other services. */
export interface ExternalDeps extends AuthDeps {
  identityProviders: IdentityProviders;
}

/** By the settings they were made of: several methods use one server's. */
const opened = new WeakMap<readonly IdentityProviderConfig[], Promise<IdentityProviders>>();

/** Adds the services of the settings to a method's dependencies. */
export async function withIdentityProviders(deps: AuthDeps): Promise<ExternalDeps> {
  const settings = deps.config.auth.identityProviders;
  const opening = opened.get(settings) ?? openIdentityProviders(settings);
  opened.set(settings, opening);
  return { ...deps, identityProviders: await opening };
}

async function openIdentityProviders(
  settings: readonly IdentityProviderConfig[],
): Promise<IdentityProviders> {
  const providers = new Map<string, IdentityProvider>();
  for (const config of settings) providers.set(config.name, await openProvider(config));
  const names = [...new Set([...PRESET_NAMES, ...providers.keys()])].sort();
  return {
    find: (name) => providers.get(name) ?? null,
    offered: Object.fromEntries(names.map((name) => [name, providers.has(name)])),
  };
}

/** Loads the library of OAuth with the first provider. */
async function openProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  if (config.protocol === 'github') return (await import('./github.ts')).createGitHub(config);
  return (await import('./openid-connect.ts')).createOpenIdConnect(config);
}
