import { EventAdminApiError } from '../api/event-admin-api.ts';

const FAULTS = [
  'unreadable',
  'unpacked_too_large',
  'too_many_rows',
  'no_id_column',
  'no_name_column',
  'unclosed_quotes',
  'no_attendees',
  'too_large',
  'busy',
  'failed',
] as const;

/** Why a list of attendees was refused: a key of the texts, and the row that it is about. */
export interface ListRefusal {
  fault: (typeof FAULTS)[number];
  row?: number;
}

/** @param failure the thrown value */
export function listRefusalOf(failure: unknown): ListRefusal {
  if (!(failure instanceof EventAdminApiError)) return { fault: 'failed' };
  const [problem] = failure.problems;
  const fault = FAULTS.find((known) => known === (problem?.code ?? failure.code)) ?? 'failed';
  const row = Number(/^row\.(\d+)$/.exec(problem?.path ?? '')?.[1]);
  return row > 0 ? { fault, row } : { fault };
}
