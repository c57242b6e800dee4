/**
 * The subject of limits on wrong codes of second factors. It differs from the account's own: an
 * attacker who knows only the password must not get further tries by changing devices.
 */
export function factorSubject(userId: string): string {
  return `factors of ${userId}`;
}
