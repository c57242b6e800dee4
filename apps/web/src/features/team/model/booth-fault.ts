/** Why the server refuses what concerns a booth's team (docs/adr/0083). */
const FAULTS = [
  'not_owner',
  'invitations_full',
  'invitations_today',
  'full',
  'invitation_unknown',
  'invitation_used',
  'invitation_revoked',
  'invitation_expired',
  'not_vendor',
  'own_booth',
  'already_member',
  'has_staff',
  'not_member',
  'no_team',
] as const;

export type BoothFault = (typeof FAULTS)[number];

/**
 * @param error of a data call (`booth: <fault>` in its details)
 * @returns which refusal it is; null for any other error
 */
export function boothFault(error: unknown): BoothFault | null {
  const details = (error as { details?: unknown } | null)?.details;
  return FAULTS.find((fault) => details === `booth: ${fault}`) ?? null;
}

/** A text for each fault. */
export const FAULT_TEXTS = {
  not_owner: 'team.faults.notOwner',
  invitations_full: 'team.faults.invitationsFull',
  invitations_today: 'team.faults.invitationsToday',
  full: 'team.faults.full',
  invitation_unknown: 'team.faults.unknown',
  invitation_used: 'team.faults.used',
  invitation_revoked: 'team.faults.revoked',
  invitation_expired: 'team.faults.expired',
  not_vendor: 'team.faults.notVendor',
  own_booth: 'team.faults.ownBooth',
  already_member: 'team.faults.alreadyMember',
  has_staff: 'team.faults.hasStaff',
  not_member: 'team.faults.notMember',
  no_team: 'team.faults.noTeam',
} as const satisfies Record<BoothFault, string>;
