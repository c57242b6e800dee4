import type { BoothInvitation } from '@/entities/booth/team.ts';

export type InvitationState = 'open' | 'used' | 'revoked' | 'expired';

/** @param now milliseconds since the epoch. @returns what an invitation is worth then */
export function invitationState(
  invitation: Pick<BoothInvitation, 'used_at' | 'revoked_at' | 'expires_at'>,
  now: number,
): InvitationState {
  if (invitation.used_at) return 'used';
  if (invitation.revoked_at) return 'revoked';
  return Date.parse(invitation.expires_at) <= now ? 'expired' : 'open';
}
