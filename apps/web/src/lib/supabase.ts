import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createContext, use } from 'react';
import type { AppConfig } from './config.ts';
import type { Database } from './database-types.ts';
import { watchPasswordRecovery } from './password-recovery.ts';

export type Supabase = SupabaseClient<Database>;

/** Where the browser keeps the auth session (spec section 3: a product-specific key). */
export const AUTH_STORAGE_KEY = 'dragoman-auth';

/** Everything the app knows of its backend, made once at start. */
export interface Backend {
  config: AppConfig;
  supabase: Supabase;
}

/** Token refresh, tab sync, PKCE and session detection in the URL are the official client's own; this only configures it. */
export function createBackend(config: AppConfig): Backend {
  const supabase = createClient<Database>(config.supabaseUrl, config.supabaseKey, {
    auth: {
      flowType: 'pkce',
      storageKey: AUTH_STORAGE_KEY,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
    },
  });
  watchPasswordRecovery(supabase.auth);
  current = supabase;
  return { config, supabase };
}

let current: Supabase | undefined;

/** The client for code outside React (an outbox, say). @throws before the configuration is loaded. */
export function getSupabase(): Supabase {
  if (!current) throw new Error('The backend is not configured yet');
  return current;
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
