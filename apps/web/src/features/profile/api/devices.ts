import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Backend, useBackend } from '@/shared/api/supabase.ts';

/** A device or browser on which the user is signed in. */
export interface DeviceSession {
  id: string;
  /** ISO 8601. */
  created_at: string;
  last_seen_at: string;
  user_agent: string | null;
  /** Whether this is the device that sends the request. */
  current: boolean;
}

const key = (userId: string) => ['device-sessions', userId] as const;

/**
 * One's own sessions, this one first; null where the server has no list, as on a hosted Supabase.
 */
export function useDeviceSessions(userId: string) {
  const backend = useBackend();
  return useQuery(
    queryOptions({
      queryKey: key(userId),
      queryFn: async ({ signal }): Promise<DeviceSession[] | null> => {
        if (backend.config.hosted) return null;
        const response = await call(backend, 'GET', '/sessions', signal);
        if (response.status === 404) return null;
        if (!response.ok) throw new Error(`The sessions could not be read: status ${response.status}`);
        return ((await response.json()) as { sessions: DeviceSession[] }).sessions;
      },
    }),
  );
}

/** Ends one of one's sessions; one that has ended already counts as done. */
export function useEndSession(userId: string) {
  const backend = useBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const response = await call(backend, 'DELETE', `/sessions/${id}`);
      if (!response.ok && response.status !== 404) {
        throw new Error(`The session could not be ended: status ${response.status}`);
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(userId) }),
  });
}

/** Ends all of one's sessions but this one. */
export function useEndOtherSessions(userId: string) {
  const { supabase } = useBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await supabase.auth.signOut({ scope: 'others' });
      if (error) throw error;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(userId) }),
  });
}

/** The official client has no call for it. */
async function call(
  { config, supabase }: Backend,
  method: 'GET' | 'DELETE',
  path: string,
  signal?: AbortSignal,
): Promise<Response> {
  const { data } = await supabase.auth.getSession();
  return fetch(`${config.supabaseUrl}/auth/v1${path}`, {
    method,
    headers: {
      apikey: config.supabaseKey,
      authorization: `Bearer ${data.session?.access_token ?? config.supabaseKey}`,
    },
    ...(signal && { signal }),
  });
}
