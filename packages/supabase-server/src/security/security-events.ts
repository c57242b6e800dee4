/**
 * The event types of the security log, with the outcome of each. A name says what happened, in the
 * past tense.
 */
export const SECURITY_EVENTS = {
  sign_in: 'success',
  sign_in_failed: 'failure',
  second_factor_passed: 'success',
  second_factor_failed: 'failure',
  password_changed: 'success',
  email_changed: 'success',
  phone_changed: 'success',
  factor_enrolled: 'success',
  factor_verified: 'success',
  factor_removed: 'success',
  passkey_added: 'success',
  passkey_removed: 'success',
  recovery_code_used: 'success',
  session_ended: 'success',
  /** A refresh token that was used before came back: a copy of it may be in other hands. */
  refresh_token_reused: 'failure',
  token_rejected: 'failure',
  account_deleted: 'success',
  admin_sign_in: 'success',
  admin_sign_in_failed: 'failure',
  admin_action: 'success',
} as const satisfies Record<string, 'success' | 'failure'>;

export type SecurityEventName = keyof typeof SECURITY_EVENTS;

export const SECURITY_EVENT_NAMES = Object.keys(SECURITY_EVENTS) as readonly SecurityEventName[];

/**
 * An entry of the security log. It never holds a token, a password, an e-mail address, or what
 * people wrote.
 */
export interface SecurityEvent {
  event: SecurityEventName;
  /** The account that the event is about, if it is known. */
  userId?: string;
  /** The name of the administrator who acted, or of the tool that an operator used. */
  actor?: string;
  /** The network of the client, as `clientNetwork` gives it. */
  network?: string;
  /** Why, or how: a fixed word such as `wrong_password`, never free text from a request. */
  reason?: string;
  /** An administrator's action: a fixed word such as `guests_changed`. */
  action?: string;
  /** The action's object: an id, a number, or the name of another administrator. */
  target?: string;
}

/** An entry as it is stored. */
export interface StoredEvent extends SecurityEvent {
  /** ISO 8601. */
  at: string;
  /** The number of equal entries that this one represents. */
  repeated: number;
}
