import type { Plugin } from 'vite';

const UNUSED = `const unused = () => { throw new Error('Left out of the build: apps/web/build/unused-auth.ts'); };`;

/**
 * Modules of auth-js that this app never calls, and that its client imports all the same: by the end of their path, what takes their
 * place. An export that a later version adds ends the build.
 */
const LEFT_OUT: ReadonlyArray<readonly [path: string, code: string]> = [
  // What talks to the browser about passkeys: entities/account/passkeys.ts does so by a part of its own, which comes when it is needed. The client makes
  // one of these at start.
  [
    '/lib/webauthn.js',
    `${UNUSED} export class WebAuthnApi {} export { ${[
      'createCredential',
      'getCredential',
      'deserializeCredentialCreationOptions',
      'deserializeCredentialRequestOptions',
      'serializeCredentialCreationResponse',
      'serializeCredentialRequestResponse',
      'browserSupportsWebAuthn',
      'webAuthnAbortService',
    ]
      .map((name) => `unused as ${name}`)
      .join(', ')} };`,
  ],
  // Wallets.
  [
    '/lib/web3/ethereum.js',
    `${UNUSED} export { ${['createSiweMessage', 'fromHex', 'getAddress', 'toHex']
      .map((name) => `unused as ${name}`)
      .join(', ')} };`,
  ],
];

/**
 * Leaves out what of auth-js only passkeys in the browser and wallets need: every page waits for the rest. What administrators have there stays, for the
 * client signs out with it.
 */
export function unusedAuth(): Plugin {
  return {
    name: 'dragoman-unused-auth',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/@supabase\/auth-js\/dist\/module\// },
      handler(id) {
        return LEFT_OUT.find(([path]) => id.endsWith(`/dist/module${path}`))?.[1];
      },
    },
  };
}
