/**
 * What limits count wrong codes of second factors by. Apart from the account itself: whoever knows
 * the password alone must not get further tries at the factor by changing devices.
 */
export function factorSubject(userId: string): string {
  return `factors of ${userId}`;
}
