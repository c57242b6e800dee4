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

export type EventKind = (typeof EVENT_KINDS)[number];

export const ACTIONS = [
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

export type Action = (typeof ACTIONS)[number];

export const isEventKind = (text: string): text is EventKind =>
  (EVENT_KINDS as readonly string[]).includes(text);
export const isAction = (text: string | undefined): text is Action =>
  text !== undefined && (ACTIONS as readonly string[]).includes(text);
