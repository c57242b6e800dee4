import type { Viewer } from '@dragoman/domain/navigation/decision';
import type { BoothInvitationView } from '@/entities/booth/team.ts';
import type { BoothFault } from './booth-fault.ts';

/** What the page of an invitation shows its viewer. */
export type InvitationOffer =
  | { kind: 'wait' }
  /** It could not be read. */
  | { kind: 'failed' }
  /** The viewer works at the booth already, by this invitation. */
  | { kind: 'accepted' }
  /** Nothing can be done with it. */
  | { kind: 'ended'; fault: BoothFault }
  | {
      kind: 'show';
      booth: NonNullable<BoothInvitationView['booth']>;
      act: 'accept' | 'log-in' | 'set-up';
    };

/**
 * @param invitation the query of the invitation; its data are null for an unknown one
 * @returns what to show; the server decides again when it is accepted
 */
export function invitationOffer(
  { auth, profile, guest }: Viewer,
  invitation: { data: BoothInvitationView | null | undefined; isError: boolean; fetchStatus: string },
): InvitationOffer {
  if (auth === 'loading' || auth === 'leaving') return { kind: 'wait' };
  const { data } = invitation;
  if (data === null) return { kind: 'ended', fault: 'invitation_unknown' };
  if (data === undefined) {
    return { kind: invitation.isError || invitation.fetchStatus === 'paused' ? 'failed' : 'wait' };
  }
  if (data.accepted) return { kind: 'accepted' };
  if (data.state !== 'open') return { kind: 'ended', fault: `invitation_${data.state}` };
  if (!data.booth) return { kind: 'ended', fault: 'invitation_revoked' };
  const { booth } = data;
  if (auth === 'signed-out') return { kind: 'show', booth, act: 'log-in' };
  if (guest) return { kind: 'ended', fault: 'not_vendor' };
  switch (profile.status) {
    case 'loading':
      return { kind: 'wait' };
    case 'failed':
      return { kind: 'failed' };
    case 'missing':
      return { kind: 'show', booth, act: 'set-up' };
    case 'found':
      if (profile.profile.role !== 'vendor') return { kind: 'ended', fault: 'not_vendor' };
      if (profile.profile.id === booth.id) return { kind: 'ended', fault: 'own_booth' };
      return { kind: 'show', booth, act: 'accept' };
  }
}
