/**
 * The part of a pino logger that functions use. Fields never hold message texts, tokens or keys.
 */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}
