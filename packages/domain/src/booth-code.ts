/** A booth code as the database makes it: 24 letters and digits. */
const CODE = /^[0-9A-Za-z]{24}$/;

/** @returns whether a text can be a booth code; upper and lower case are not the same. */
export function isBoothCode(value: unknown): value is string {
  return typeof value === 'string' && CODE.test(value);
}
