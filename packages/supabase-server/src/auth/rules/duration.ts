const UNIT_SECONDS: Record<string, number> = {
  h: 3600,
  m: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  µs: 1e-6,
  ns: 1e-9,
};
const DURATION = /^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|us|µs|ns|h|m|s))+$/;
const PART = /(\d{1,9}(?:\.\d{1,9})?)(ms|us|µs|ns|h|m|s)/g;

/**
 * Reads a duration as this protocol writes it, such as `24h` or `1h30m`. @returns seconds, or null
 * for an invalid one
 */
export function parseDuration(text: string): number | null {
  if (!DURATION.test(text)) return null;
  return [...text.matchAll(PART)].reduce(
    (total, [, amount, unit]) => total + Number(amount) * (UNIT_SECONDS[unit ?? ''] ?? 0),
    0,
  );
}
