import { EventAdminApiError } from '../api/event-admin-api.ts';

export type CredentialField = 'secret' | 'name' | 'current' | 'password' | 'code';

/** A refusal as a key of the texts, with the field that it belongs to; null for none. */
export interface Refusal {
  field: CredentialField | null;
  text:
    | 'organiser.signIn.failed'
    | 'organiser.signIn.wait'
    | 'organiser.signIn.wrong'
    | 'organiser.signIn.wrongSecret'
    | 'organiser.signIn.wrongCode'
    | 'organiser.signIn.disabled'
    | 'organiser.signIn.codeUnreadable'
    | 'organiser.signIn.firstExists'
    | 'organiser.admins.wrongPassword'
    | 'organiser.admins.weakPassword'
    | 'organiser.admins.nameTaken'
    | 'organiser.admins.badName'
    | 'organiser.admins.last';
  /** Minutes to wait, or characters that are needed. */
  count?: number;
}

/** The same limit as the server's. */
export const SHORTEST_PASSWORD = 12;

const REFUSALS: Record<string, Refusal> = {
  wrong_secret: { field: 'secret', text: 'organiser.signIn.wrongSecret' },
  wrong_sign_in: { field: 'password', text: 'organiser.signIn.wrong' },
  wrong_code: { field: 'code', text: 'organiser.signIn.wrongCode' },
  admin_disabled: { field: null, text: 'organiser.signIn.disabled' },
  code_unreadable: { field: null, text: 'organiser.signIn.codeUnreadable' },
  first_admin_exists: { field: null, text: 'organiser.signIn.firstExists' },
  wrong_password: { field: 'current', text: 'organiser.admins.wrongPassword' },
  weak_password: { field: 'password', text: 'organiser.admins.weakPassword', count: SHORTEST_PASSWORD },
  name_taken: { field: 'name', text: 'organiser.admins.nameTaken' },
  invalid: { field: 'name', text: 'organiser.admins.badName' },
  last_admin: { field: null, text: 'organiser.admins.last' },
};

/** @param failure the thrown value */
export function refusalOf(failure: unknown): Refusal {
  if (!(failure instanceof EventAdminApiError)) return { field: null, text: 'organiser.signIn.failed' };
  if (failure.retryAfterSeconds !== null) {
    const count = Math.ceil(failure.retryAfterSeconds / 60);
    return { field: null, text: 'organiser.signIn.wait', count };
  }
  return REFUSALS[failure.code] ?? { field: null, text: 'organiser.signIn.failed' };
}
