/**
 * Checks whether the user is banned at this moment and may neither sign in nor act.
 * @param user the driver gives PostgreSQL's 'infinity', a ban without end, as the number Infinity
 */
export function isBanned(user: { banned_until: Date | number | null }): boolean {
  return user.banned_until !== null && Number(user.banned_until) > Date.now();
}
