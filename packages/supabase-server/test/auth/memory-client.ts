import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { TestServer } from '../harness.ts';

/**
 * An official client that keeps its session and its code verifier in memory, as a browser keeps
 * them in its storage.
 */
export function memoryClient(
  server: Pick<TestServer, 'url' | 'ctx'>,
  flowType: 'pkce' | 'implicit',
): SupabaseClient {
  const kept = new Map<string, string>();
  return createClient(server.url, server.ctx.apiKeys.publishable, {
    auth: {
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
    },
    realtime: { transport: WebSocket as never },
  });
}
