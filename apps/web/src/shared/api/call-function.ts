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
 * Calls a server function: POST with a JSON body, GET with null.
 * @returns its answer; a Blob where it is a file
 * @throws {FunctionRefusal}
 */
export async function callFunction<Answer = unknown>(
  supabase: Supabase,
  name: string,
  body: object | null,
): Promise<Answer> {
  const functions = await supabase.functions();
  const { data, error } = await functions.invoke(
    name,
    body ? { method: 'POST', body: { ...body } } : { method: 'GET' },
  );
  if (!error) return data as Answer;
  const answer = error instanceof FunctionsHttpError ? (error.context as Response | undefined) : undefined;
  throw new FunctionRefusal(answer?.status ?? 0);
}
