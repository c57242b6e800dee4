const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * @returns whether `value` is a UUID as PostgreSQL prints one: 8-4-4-4-12 hex digits, either case.
 * The version is not looked at, since ids come from both the database (v4 or v7) and the browser
 * (v4).
 */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
