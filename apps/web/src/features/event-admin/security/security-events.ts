import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callEventAdmin, isSignedOut } from '../api/event-admin-api.ts';
import { EVENT_ADMIN_KEY, sessionEnded } from '../api/session.ts';

export interface SecurityEvent {
  id: number;
  at: string;
  event: string;
  outcome: 'success' | 'failure';
  userId: string | null;
  actor: string | null;
  network: string | null;
  details: { reason?: string; action?: string; target?: string };
  /** The number of equal entries that this one represents. */
  repeated: number;
}

interface Page {
  events: SecurityEvent[];
  more: boolean;
}

/** Fifty entries a page, the newest first. @param event null: all kinds */
export function securityEventsQuery(queryClient: QueryClient, event: string | null) {
  return infiniteQueryOptions({
    queryKey: [EVENT_ADMIN_KEY, 'security-events', event],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (event !== null) query.set('event', event);
      if (pageParam !== null) query.set('before', String(pageParam));
      try {
        return await callEventAdmin<Page>(`/security-events?${query}`, { poll: true, signal });
      } catch (error) {
        if (isSignedOut(error)) sessionEnded(queryClient);
        throw error;
      }
    },
    getNextPageParam: ({ events, more }) => (more ? (events.at(-1)?.id ?? null) : null),
  });
}

/**
 * Kinds of entries of the security log, in the order in which the filter offers them; as the server
 * has them.
 */
export const EVENT_KINDS = [
  'sign_in',
  'sign_in_failed',
  'second_factor_passed',
  'second_factor_failed',
  'password_changed',
  'email_changed',
  'phone_changed',
  'factor_enrolled',
  'factor_verified',
  'factor_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_code_used',
  'session_ended',
  'refresh_token_reused',
  'token_rejected',
  'account_deleted',
  'admin_sign_in',
  'admin_sign_in_failed',
  'admin_action',
] as const;

type EventKind = (typeof EVENT_KINDS)[number];

const ACTIONS = [
  'first_admin_created',
  'admin_added',
  'admin_disabled',
  'admin_enabled',
  'admin_reset',
  'admin_removed',
  'own_password_changed',
  'own_app_begun',
  'own_app_proved',
  'own_app_removed',
  'announcement_published',
  'announcement_removed',
  'guests_changed',
  'retention_changed',
  'attendees_uploaded',
  'attendees_removed',
  'brand_changed',
  'picture_uploaded',
  'engine_tested',
  'model_retried',
  'model_enabled',
  'model_disabled',
  'report_closed',
  'report_opened_again',
  'report_noted',
] as const;

type Action = (typeof ACTIONS)[number];

export const isEventKind = (text: string): text is EventKind =>
  (EVENT_KINDS as readonly string[]).includes(text);
export const isAction = (text: string | undefined): text is Action =>
  text !== undefined && (ACTIONS as readonly string[]).includes(text);
