import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { call, invite, join } from './support.ts';

// Invitations to a booth's team through the official client (docs/adr/0083).

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const vendor = (name: string) => server.person({ role: 'vendor', name });
const accept = (person: Person, token: string) => call(person, 'accept_booth_invitation', { token });

async function shown(token: string, person?: Person) {
  const client = person?.client ?? server.client();
  const { data } = await client
    .rpc('booth_invitation', { token })
    .single<Record<string, unknown>>()
    .throwOnError();
  return data;
}

const boothOf = async (person: Person) => (await person.client.rpc('my_booth').throwOnError()).data;

describe('an invitation to a booth', () => {
  it('shows the booth to anyone with the link, and makes one person a member', async () => {
    const [owner, omar, other] = await Promise.all([vendor('Vera'), vendor('Omar'), vendor('Other')]);
    expect(await boothOf(owner)).toMatchObject({ id: owner.profileId, owner: true, team: false });
    const token = await invite(owner);
    expect(await shown(token)).toMatchObject({
      state: 'open',
      booth: { id: owner.profileId, name: 'Vera' },
      accepted: false,
    });

    expect(await accept(omar, token)).toBeNull();
    expect(await boothOf(omar)).toMatchObject({ id: owner.profileId, owner: false, team: true });
    expect(await boothOf(owner)).toMatchObject({ id: owner.profileId, owner: true, team: true });
    // A lost answer: the same person asks again.
    expect(await accept(omar, token)).toBeNull();
    expect(await shown(token, omar)).toMatchObject({ accepted: true, booth: { name: 'Vera' } });
    expect(await shown(token)).toMatchObject({ state: 'used', booth: null });
    expect(await accept(other, token)).toEqual({ code: 'PT410', details: 'booth: invitation_used' });

    const { data: team } = await omar.client
      .from('booth_members')
      .select('profile_id, away_since')
      .throwOnError();
    expect(team.map((row) => row.profile_id).sort()).toEqual([owner.profileId, omar.profileId].sort());
  });

  it('is used by one of two who accept it at once', async () => {
    const [owner, one, two] = await Promise.all([vendor('Vera'), vendor('One'), vendor('Two')]);
    const token = await invite(owner);
    const outcomes = await Promise.all([accept(one, token), accept(two, token)]);
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes).toContainEqual({ code: 'PT410', details: 'booth: invitation_used' });
  });

  it('ends by time and by its owner', async () => {
    const [owner, omar] = await Promise.all([vendor('Vera'), vendor('Omar')]);
    const token = await invite(owner);
    await server.sql('update booth_invitations set expires_at = now() where owner_id = $1', [
      owner.profileId,
    ]);
    expect(await shown(token)).toMatchObject({ state: 'expired', booth: null });
    expect(await accept(omar, token)).toEqual({ code: 'PT410', details: 'booth: invitation_expired' });

    const revoked = await invite(owner);
    const { data: open } = await owner.client
      .from('booth_invitations')
      .select('id')
      .gt('expires_at', new Date().toISOString())
      .single()
      .throwOnError();
    const id = { invitation_id: open.id };
    expect(await call(omar, 'revoke_booth_invitation', id)).toMatchObject({ code: 'PT404' });
    expect(await call(owner, 'revoke_booth_invitation', id)).toBeNull();
    expect(await accept(omar, revoked)).toEqual({ code: 'PT410', details: 'booth: invitation_revoked' });
    expect(await accept(omar, 'unknown')).toEqual({ code: 'PT404', details: 'booth: invitation_unknown' });
  });

  it('refuses visitors, the owner, and who works at a booth or has staff', async () => {
    const [owner, omar, boss] = await Promise.all([vendor('Vera'), vendor('Omar'), vendor('Boss')]);
    const visitor = await server.person({ role: 'visitor' });
    const token = await invite(owner);
    expect(await accept(visitor, token)).toEqual({ code: 'PT403', details: 'booth: not_vendor' });
    expect(await accept(owner, token)).toEqual({ code: 'PT409', details: 'booth: own_booth' });
    await join(boss, omar);
    expect(await accept(omar, token)).toEqual({ code: 'PT409', details: 'booth: already_member' });
    expect(await accept(boss, token)).toEqual({ code: 'PT409', details: 'booth: has_staff' });
    expect(await call(omar, 'create_booth_invitation')).toEqual({
      code: 'PT403',
      details: 'booth: not_owner',
    });
    expect(await call(visitor, 'create_booth_invitation')).toMatchObject({ code: 'PT403' });
    const { error } = await omar.client.from('profiles').update({ role: 'visitor' }).eq('id', omar.profileId);
    expect(error).toMatchObject({ code: 'PT409', details: 'booth: is_member' });
  });

  it('of two who invite each other makes one a member', async () => {
    const [one, two] = await Promise.all([vendor('One'), vendor('Two')]);
    const [ofOne, ofTwo] = await Promise.all([invite(one), invite(two)]);
    const outcomes = await Promise.all([accept(one, ofTwo), accept(two, ofOne)]);
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  });

  it('ends at 50 people, an earlier one as well', async () => {
    const [owner, last] = await Promise.all([vendor('Vera'), vendor('Last')]);
    const token = await invite(owner);
    await server.sql(
      `with users as (
         insert into auth.users (id, email) select gen_random_uuid(), 'staff' || n || '@fair.example'
         from generate_series(1, 50) n returning id
       ), people as (
         insert into profiles (user_id, role, name) select id, 'vendor', 'Staff' from users returning id
       )
       insert into booth_members (owner_id, profile_id) select $1, id from people`,
      [owner.profileId],
    );
    expect(await accept(last, token)).toEqual({ code: 'PT409', details: 'booth: full' });
    expect(await call(owner, 'create_booth_invitation')).toEqual({ code: 'PT409', details: 'booth: full' });
    expect(await shown(token)).toMatchObject({ state: 'open' });
  });

  it('is one when the answer to the first attempt was lost, and the link of the second works', async () => {
    const [owner, omar] = await Promise.all([vendor('Vera'), vendor('Omar')]);
    const args = { invitation_id: crypto.randomUUID() };
    const attempt = async () => {
      const made = owner.client.rpc('create_booth_invitation', args).single<{ id: string; token: string }>();
      return (await made.throwOnError()).data;
    };
    const [lost, made] = [await attempt(), await attempt()];
    expect([lost.id, made.id]).toEqual([args.invitation_id, args.invitation_id]);
    expect(await accept(omar, lost.token)).toMatchObject({ code: 'PT404' });
    expect(await accept(omar, made.token)).toBeNull();
    // What was used stays as it is.
    const again = await owner.client.rpc('create_booth_invitation', args);
    expect(again.error?.code).toBe('23505');
  });

  it('is one of at most 20, and keeps no token', async () => {
    const owner = await vendor('Vera');
    const tokens: string[] = [];
    for (let made = 0; made < 20; made++) tokens.push(await invite(owner));
    expect(await call(owner, 'create_booth_invitation')).toEqual({
      code: 'PT409',
      details: 'booth: invitations_full',
    });
    await server.sql('update booth_invitations set revoked_at = now() where owner_id = $1', [
      owner.profileId,
    ]);
    await server.sql(
      `insert into booth_invitations (owner_id, token_digest, revoked_at)
       select $1, sha256(n::text::bytea), now() from generate_series(1, 80) n`,
      [owner.profileId],
    );
    expect(await call(owner, 'create_booth_invitation')).toEqual({
      code: 'PT429',
      details: 'booth: invitations_today',
    });
    const rows = await server.sql('select i::text as row from booth_invitations i where owner_id = $1', [
      owner.profileId,
    ]);
    expect(tokens.some((token) => JSON.stringify(rows).includes(token))).toBe(false);
    const { error } = await owner.client.from('booth_invitations').select('token_digest');
    expect(error?.code).toBe('42501');
  });
});
