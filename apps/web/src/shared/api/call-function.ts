import { FunctionsHttpError } from '@supabase/functions-js';
import type { Supabase } from './supabase.ts';

/** A call that a server function has refused: its status; 0 without an answer. */
export class FunctionRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The function answered ${status}`);
    this.status = status;
  }
}

/**
 * Checks whether the server may have processed a call whose response was lost: no response, or a
 * proxy's.
 * @param status of the {@link FunctionRefusal}
 */
export function isOutcomeUnknown(status: number): boolean {
  return [0, 502, 503, 504].includes(status);
}

/** The server's own work takes seconds; a venue's network may take the rest. */
const TIMEOUT_MS = 60_000;

/**
 * Calls a server function: POST with a JSON body, GET with null.
 * @param timeoutMs longest wait for the whole answer
 * @returns its answer; a Blob where it is a file
 * @throws {FunctionRefusal}
 */
export async function callFunction<Answer = unknown>(
  supabase: Supabase,
  name: string,
  body: object | null,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const functions = await supabase.functions();
  const signal = AbortSignal.timeout(timeoutMs);
  const { data, error } = await functions.invoke(
    name,
    body ? { method: 'POST', body: { ...body }, signal } : { method: 'GET', signal },
  );
  if (!error) return data as Answer;
  const answer = error instanceof FunctionsHttpError ? (error.context as Response | undefined) : undefined;
  throw new FunctionRefusal(answer?.status ?? 0);
}
