import { DEFAULT_LANGUAGE, type Language } from '@dragoman/domain/languages';
import type { Session, User } from '@supabase/auth-js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { type RenderResult, render } from 'vitest-browser-react/pure';
import type { Profile } from '../api/database-types.ts';
import { createQueryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { BackendContext, createBackend, type Supabase } from '../api/supabase.ts';
import { authCallbackParams } from '../auth/auth-callback-params.ts';
import { type Auth, AuthContext } from '../auth/auth-context.ts';
import { type AppConfig, parseConfig } from '../config/config.ts';
import { setDocumentLanguage } from '../i18n/document-language.ts';
import { initI18n, setInterfaceLanguage } from '../i18n/i18n.ts';
import { Toaster } from '../ui/overlay/toaster.tsx';
import { SERVER_ORIGIN } from './answers.ts';
import './live-socket.ts';

type Account = Pick<Profile, 'user_id' | 'email'> & { role?: undefined };

interface Scene {
  /** The language of the interface; English unless told. */
  language?: Language;
  /** The address, as `/login?view=sign-up`. */
  at?: string;
  /** Who is signed in; nobody unless told. An account that is no profile has none yet. */
  as?: Account | Profile;
  /** The profile of `as` is still to be read from the server. */
  readsProfile?: boolean;
  /** What the app has read from the server before. */
  known?: ReadonlyArray<readonly [QueryKey, unknown]>;
  config?: Partial<AppConfig>;
}

const SERVER = parseConfig({ supabaseUrl: SERVER_ORIGIN, supabaseKey: 'publishable' });

let texts: Promise<void> | undefined;
let client: Supabase | undefined;

/** Known data stay fresh for as long as a test takes, ms. */
const FRESH_MS = 60 * 60_000;

/** Renders a part of the app inside of what is around every page, without a server. */
export async function renderInApp(
  part: ReactNode,
  { language = DEFAULT_LANGUAGE, at = '/', as: account, readsProfile, known = [], config = {} }: Scene = {},
): Promise<RenderResult & { queryClient: QueryClient }> {
  texts ??= initI18n();
  await texts;
  await setInterfaceLanguage(language);
  setDocumentLanguage(language);
  history.replaceState(null, '', at);

  const queryClient = createQueryClient();
  const mine =
    account && !readsProfile
      ? [[queryKeys.profile(account.user_id), account.role ? account : null] as const]
      : [];
  for (const [key, data] of [...mine, ...known]) {
    queryClient.setQueryData(key, data, { updatedAt: Date.now() + FRESH_MS });
  }
  const backend = { config: { ...SERVER, ...config }, supabase: clientFor(window.location) };
  const result = await render(
    <QueryClientProvider client={queryClient}>
      <BackendContext value={backend}>
        <AuthContext value={authOf(account)}>
          <BrowserRouter useTransitions={false}>{part}</BrowserRouter>
        </AuthContext>
      </BackendContext>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...result, queryClient };
}

/** A client reads the result of a mailed link in the address as it starts; otherwise one serves all tests. */
function clientFor(address: Location): Supabase {
  const start = () => createBackend(SERVER).supabase;
  if (authCallbackParams(address) !== null) return start();
  client ??= start();
  return client;
}

function authOf(account: Account | Profile | undefined): Auth {
  const none = async () => {};
  const user = account && ({ id: account.user_id, email: account.email } as User);
  return {
    state: user
      ? { status: 'signed-in', user, session: { user } as Session }
      : { status: 'signed-out', ended: false },
    signOut: none,
    leave: none,
  };
}
