import type { Viewer } from '@dragoman/domain/navigation/decision';
import { expect, test } from 'vitest';
import type { BoothInvitationView } from '@/entities/booth/team.ts';
import { invitationOffer } from './invitation-offer.ts';

const booth = { id: 'owner', name: 'Nora', company: null, avatar_url: null };
const open: BoothInvitationView = {
  state: 'open',
  expires_at: '2026-12-04T10:00:00Z',
  booth,
  accepted: false,
};
const read = (data: BoothInvitationView | null | undefined) => ({
  data,
  isError: false,
  fetchStatus: 'idle',
});
const ended = (state: BoothInvitationView['state']) => read({ ...open, state, booth: null });

function person(role: 'vendor' | 'visitor' | null, id = 'me'): Viewer {
  return {
    auth: 'signed-in',
    profile: { status: 'found', profile: { id, role, name: 'Lina', company: 'Atlas' } },
  };
}
const vendor = person('vendor');
const stranger: Viewer = { auth: 'signed-out', profile: { status: 'loading' } };
const newcomer: Viewer = { auth: 'signed-in', profile: { status: 'missing' } };

test.each([
  ['the viewer is not known yet', { ...stranger, auth: 'loading' as const }, read(open), { kind: 'wait' }],
  ['it is still read', vendor, read(undefined), { kind: 'wait' }],
  ['it could not be read', vendor, { ...read(undefined), isError: true }, { kind: 'failed' }],
  ['there is no network', vendor, { ...read(undefined), fetchStatus: 'paused' }, { kind: 'failed' }],
  ['unknown', vendor, read(null), { kind: 'ended', fault: 'invitation_unknown' }],
  ['used', vendor, ended('used'), { kind: 'ended', fault: 'invitation_used' }],
  ['revoked', stranger, ended('revoked'), { kind: 'ended', fault: 'invitation_revoked' }],
  ['expired', newcomer, ended('expired'), { kind: 'ended', fault: 'invitation_expired' }],
  ['accepted', vendor, read({ ...open, state: 'used', accepted: true }), { kind: 'accepted' }],
  ['a stranger', stranger, read(open), { kind: 'show', booth, act: 'log-in' }],
  ['no profile', newcomer, read(open), { kind: 'show', booth, act: 'set-up' }],
  ['a guest', { ...newcomer, guest: true }, read(open), { kind: 'ended', fault: 'not_vendor' }],
  ['a visitor', person('visitor'), read(open), { kind: 'ended', fault: 'not_vendor' }],
  ['the owner', person('vendor', 'owner'), read(open), { kind: 'ended', fault: 'own_booth' }],
  ['a vendor', vendor, read(open), { kind: 'show', booth, act: 'accept' }],
])('%s', (_, viewer, invitation, offer) => {
  expect(invitationOffer(viewer, invitation)).toEqual(offer);
});
