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
 * Calls a server function with a JSON body.
 * @returns its answer
 * @throws {FunctionRefusal}
 */
export async function callFunction<Answer = unknown>(
  supabase: Supabase,
  name: string,
  body: object,
): Promise<Answer> {
  const { data, error } = await (await supabase.functions()).invoke(name, { body: { ...body } });
  if (!error) return data as Answer;
  const answer = error instanceof FunctionsHttpError ? (error.context as Response | undefined) : undefined;
  throw new FunctionRefusal(answer?.status ?? 0);
}
