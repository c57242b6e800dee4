import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callEventAdmin } from './event-admin-api.ts';

/**
 * Whether the page may be used. `first_admin`: no administrator exists yet. `expired`: the session
 * ended a moment ago.
 */
export type EventAdminSession =
  | { state: 'no_secret' }
  | { state: 'first_admin' }
  | { state: 'signed_out'; expired?: boolean }
  | { state: 'open'; admin?: { name: string } };

/** The first words of the keys of all that only an administrator may see. */
export const EVENT_ADMIN_KEY = 'organiser';
const SESSION_KEY = ['organiser-session'] as const;

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => callEventAdmin<EventAdminSession>('/session', { poll: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/**
 * @throws {EventAdminApiError} `wrong_sign_in`, `code_needed`, `wrong_code`, `admin_disabled`,
 * `too_many_attempts`
 */
export async function signIn(
  queryClient: QueryClient,
  given: { name: string; password: string; code?: string },
): Promise<void> {
  await callEventAdmin('/session', { method: 'POST', body: given });
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/**
 * @throws {EventAdminApiError} `wrong_secret`, `weak_password`, `first_admin_exists`,
 * `too_many_attempts`
 */
export async function createFirstAdmin(
  queryClient: QueryClient,
  given: { secret: string; name: string; password: string },
): Promise<void> {
  await callEventAdmin('/session/first', { method: 'POST', body: given });
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Ends the session here and on the server; nothing that was shown is kept. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await callEventAdmin('/session', { method: 'DELETE' });
  queryClient.setQueryData(SESSION_KEY, { state: 'signed_out' });
  queryClient.removeQueries({ queryKey: [EVENT_ADMIN_KEY] });
}

/** Marks the session as ended by the server. The forms keep their typed text. */
export function sessionEnded(queryClient: QueryClient): void {
  queryClient.setQueryData(SESSION_KEY, { state: 'signed_out', expired: true });
  queryClient.removeQueries({ queryKey: [EVENT_ADMIN_KEY] });
}
