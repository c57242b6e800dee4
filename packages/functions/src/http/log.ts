/**
 * The part of a pino logger that functions use. Fields never hold message texts, tokens or keys.
 */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

/** @returns the name of what was thrown: messages may quote what must not be logged. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
