import { AuthClient, isAuthApiError, isAuthRetryableFetchError } from '@supabase/auth-js';
import type { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RealtimeClient } from '@supabase/realtime-js';
import type { StorageClient } from '@supabase/storage-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { createContext, use } from 'react';
import { afterLoad } from '../async/after-load.ts';
import { AUTH_STORAGE_KEY } from '../auth/auth-storage.ts';
import { watchLostSession } from '../auth/lost-session.ts';
import { byOwnClock } from '../auth/own-clock.ts';
import { watchPasswordRecovery } from '../auth/password-recovery.ts';
import { isRefusal, noteServerEnd, notingRefusals } from '../auth/session-end.ts';
import { readStoredSession } from '../auth/stored-session.ts';
import type { AppConfig } from '../config/config.ts';
import { type AuthCall, createAuthCall } from './auth-call.ts';
import { createBackendFetch } from './backend-fetch.ts';
import type { Database } from './database-types.ts';
import { reachability } from './reachability.ts';
import type { ResumableUploads } from './resumable-uploads.ts';

/**
 * The official client, put together from its own packages as `createClient` does it, with the parts
 * that no first page needs loaded on first use: a stranger who opens /join waits for none of them.
 */
export interface Supabase extends Pick<SupabaseClient<Database>, 'auth' | 'from' | 'rpc'> {
  /** Calls of the auth service that the client has no method for. */
  authCall: AuthCall;
  /**
   * Channels; one socket for the whole app.
   * @throws when the part cannot be loaded; asking again tries again.
   */
  realtime(): Promise<RealtimeClient>;
  /** Files. @throws like {@link Supabase.realtime} */
  storage(): Promise<StorageClient>;
  /**
   * Uploads of files that are too large to be sent again as a whole.
   * @throws like {@link Supabase.realtime}
   */
  uploads(): Promise<ResumableUploads>;
  /** Server functions. @throws like {@link Supabase.realtime} */
  functions(): Promise<FunctionsClient>;
}

/** Everything the app knows of its backend, made once at start. */
export interface Backend {
  config: AppConfig;
  supabase: Supabase;
}

/**
 * Token refresh, tab sync, PKCE and session detection in the URL are the official client's own;
 * this only configures it.
 */
export function createBackend(config: AppConfig): Backend {
  const supabase = createSupabase(config.supabaseUrl, config.supabaseKey);
  reachability.setProbe(() => isAlive(config));
  watchPasswordRecovery(supabase.auth);
  return { config, supabase };
}

function createSupabase(url: string, key: string): Supabase {
  const service = (name: string) => new URL(`${name}/v1`, url).href;
  const backendFetch = createBackendFetch({
    publishableKey: key,
    hasStoredSession: () => readStoredSession() !== null,
    renewToken: () => renewToken(auth),
    answered: reachability.answered,
    failed: reachability.failed,
  });
  const auth: Supabase['auth'] = new AuthClient({
    url: service('auth'),
    fetch: byOwnClock(notingRefusals(backendFetch)),
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    flowType: 'pkce',
    storageKey: AUTH_STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    experimental: { passkey: true },
  });
  const noteSession = watchLostSession(auth);

  async function accessToken(): Promise<string> {
    // Without a network the client would try for half a minute to renew a token; a request fails
    // sooner, and one that gets through with an old token has it renewed.
    if (reachability.get() !== 'online') return readStoredSession()?.access_token ?? key;
    const { data } = await auth.getSession();
    noteSession(data.session);
    return data.session?.access_token ?? key;
  }

  async function fetchAsCaller(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers);
    if (!headers.has('apikey')) headers.set('apikey', key);
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${await accessToken()}`);
    return backendFetch(input, { ...init, headers });
  }

  // The query cache repeats reads, and sooner; doing both kept a skeleton on screen for a quarter
  // of a minute.
  const rest = new PostgrestClient<Database>(service('rest'), { fetch: fetchAsCaller, retry: false });

  return {
    auth,
    from: rest.from.bind(rest) as Supabase['from'],
    rpc: rest.rpc.bind(rest) as Supabase['rpc'],
    authCall: createAuthCall(service('auth'), fetchAsCaller),
    realtime: onFirstUse(async () => {
      // Live changes come after the page itself.
      await afterLoad();
      const { RealtimeClient } = await import('@supabase/realtime-js');
      const realtime = new RealtimeClient(service('realtime').replace(/^http/, 'ws'), {
        params: { apikey: key },
        accessToken,
      });
      auth.onAuthStateChange((event) => {
        // Not awaited: this runs inside the auth client's lock, which reading the token needs.
        if (event === 'SIGNED_IN' || event === 'TOKEN_REFRESHED' || event === 'SIGNED_OUT') {
          void realtime.setAuth().catch(() => {});
        }
      });
      return realtime;
    }),
    storage: onFirstUse(async () => {
      const { StorageClient } = await import('@supabase/storage-js');
      return new StorageClient(service('storage'), {}, fetchAsCaller);
    }),
    uploads: onFirstUse(async () => {
      const { createResumableUploads } = await import('./resumable-uploads.ts');
      return createResumableUploads(service('storage'), fetchAsCaller);
    }),
    functions: onFirstUse(async () => {
      const { FunctionsClient } = await import('@supabase/functions-js');
      return new FunctionsClient(service('functions'), { customFetch: fetchAsCaller });
    }),
  };
}

/**
 * A session that the server refuses to renew is over, whatever the device's clock says of its
 * token.
 */
async function renewToken(auth: Supabase['auth']): Promise<string | null> {
  const { data, error } = await auth.refreshSession();
  // The client answers with the refusal of a moment ago without asking again, so that its `fetch`
  // hears of none.
  if (isAuthApiError(error) && isRefusal(error.status)) noteServerEnd();
  if (error && !isAuthRetryableFetchError(error)) await auth.signOut({ scope: 'local' });
  return data.session?.access_token ?? null;
}

const PROBE_TIMEOUT_MS = 5_000;

async function isAlive({ supabaseUrl, supabaseKey }: AppConfig): Promise<boolean> {
  try {
    const answer = await fetch(`${supabaseUrl}/auth/v1/health`, {
      headers: { apikey: supabaseKey },
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return answer.ok && (answer.headers.get('content-type')?.includes('json') ?? false);
  } catch {
    return false;
  }
}

/** One load, shared by all who ask; one that failed is forgotten. */
function onFirstUse<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

export const BackendContext = createContext<Backend | null>(null);

/** @returns the client and the configuration, inside the providers of `app/`. */
export function useBackend(): Backend {
  const backend = use(BackendContext);
  if (!backend) throw new Error('useBackend needs the BackendProvider');
  return backend;
}

/** The client, for components and hooks. */
export function useSupabase(): Supabase {
  return useBackend().supabase;
}
