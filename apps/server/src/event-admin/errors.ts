import type { AttendeeListFault } from '@dragoman/local-engines/attendees/attendee-list';

/** An error in one field of a request, for the form that sent it. */
export interface FieldProblem {
  /** Keys parted by dots: `sponsors.0.link`; of a file `file`, or `row.3`. */
  path: string;
  code: 'invalid' | 'contrast' | 'picture' | AttendeeListFault;
  /** In English, for readers of the API's response. */
  message: string;
}

export type EventAdminErrorCode =
  | 'no_secret'
  | 'no_admin'
  | 'first_admin_exists'
  | 'wrong_secret'
  | 'wrong_sign_in'
  | 'admin_disabled'
  | 'code_needed'
  | 'wrong_code'
  | 'code_unreadable'
  | 'code_exists'
  | 'wrong_password'
  | 'weak_password'
  | 'name_taken'
  | 'last_admin'
  | 'too_many_attempts'
  | 'too_many_tests'
  | 'busy'
  | 'signed_out'
  | 'not_from_the_page'
  | 'bad_request'
  | 'invalid'
  | 'conflict'
  | 'not_found'
  | 'too_large'
  | 'not_a_picture'
  | 'active_svg'
  | 'too_many_pictures'
  | 'bad_list'
  | 'models_read_only'
  | 'models_disk_full';

/** A refusal of the admin API. */
export class EventAdminError extends Error {
  override readonly name = 'OrganiserError';
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429;
  readonly code: EventAdminErrorCode;
  readonly problems: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;

  constructor(
    status: EventAdminError['status'],
    code: EventAdminErrorCode,
    message: string,
    details: { problems?: readonly FieldProblem[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = details.problems ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
