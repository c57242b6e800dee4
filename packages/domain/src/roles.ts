/**
 * The two roles a profile may have (specification 6.1). "Investor" is an audience of the landing
 * page, not a role.
 */
export const ROLES = ['vendor', 'visitor'] as const;
export type Role = (typeof ROLES)[number];

/** @returns whether `value` is one of the two roles. */
export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (ROLES as readonly string[]).includes(value);
}

/** @returns the other side of a conversation. */
export function counterpartRole(role: Role): Role {
  return role === 'vendor' ? 'visitor' : 'vendor';
}
