import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MyBooth } from '@/entities/booth/my-booth.ts';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import ar from '@/shared/i18n/ar.json';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { readQrOnScreen } from '@/shared/testing/read-qr.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { TeamPage } from './team-page.tsx';

// The rules of booth teams are tested through the API, in apps/server/test/booth-teams.

const NORA = person();
const LINA = person({ name: 'Lina Haddad', company: 'Atlas Tools' });

const RPC = 'POST /rest/v1/rpc';
const NEXT_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60_000).toISOString();

const dialog = page.getByRole('dialog');
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const INVITATION = {
  id: 'invitation',
  owner_id: NORA.id,
  created_at: '2026-01-05T08:00:00+00:00',
  expires_at: NEXT_YEAR,
  used_by: null,
  used_at: null,
  revoked_at: null,
  used_by_person: null,
};

function serveBooth(booth: Partial<MyBooth> = {}): void {
  const { id, name, company, avatar_url } = NORA;
  const own = { id, name, company, avatar_url, owner: true, team: false, away_since: null };
  answer(`${RPC}/my_booth`, () => json({ ...own, ...booth }));
}

function serveTeam(members: Array<{ who: Profile; away_since?: string }>): void {
  answer('GET /rest/v1/booth_members', () =>
    rows(
      members.map(({ who, away_since = null }) => ({
        id: who.id,
        owner_id: NORA.id,
        profile_id: who.id,
        joined_at: '2026-01-05T08:00:00+00:00',
        away_since,
        person: { id: who.id, name: who.name, company: who.company, avatar_url: null },
      })),
    ),
  );
}

const serveInvitations = (...found: object[]) => answer('GET /rest/v1/booth_invitations', () => rows(found));

function showTeam(as: Profile, language: 'en' | 'ar' = 'en') {
  return renderInApp(
    <CurrentProfileContext value={as}>
      <main>
        <TeamPage />
      </main>
    </CurrentProfileContext>,
    { as, language },
  );
}

describe('an owner who works alone', () => {
  test('makes an invitation, which is a code and a link that are shown once', async () => {
    serveBooth();
    serveInvitations();
    await showTeam(NORA);
    await expect.element(page.getByRole('heading', { name: 'You work alone at your booth' })).toBeVisible();
    answer(`${RPC}/create_booth_invitation`, () =>
      json({ code: 'PT429', message: 'Too many', details: 'booth: invitations_today' }, 429),
    );
    const invite = page.getByRole('button', { name: 'Invite a colleague' });
    await invite.click();
    await expectToast(
      'Error',
      'You have made as many invitations as a day allows. Please try again tomorrow.',
    );

    answer(`${RPC}/create_booth_invitation`, () =>
      rows([{ id: INVITATION.id, token: 'quay-lantern', expires_at: INVITATION.expires_at }]),
    );
    serveInvitations(INVITATION);
    await invite.click();
    const link = `${location.origin}/team/quay-lantern`;
    await expect.element(dialog.getByText(link, { exact: true })).toBeVisible();
    expect(await readQrOnScreen()).toBe(link);
    expect(await lookFindings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expectToast('Link copied');
    expect(await navigator.clipboard.readText()).toBe(link);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByText(/^Open until/)).toBeVisible();
    expect(document.body.textContent).not.toContain('quay-lantern');
  });

  test('revokes an invitation that is still open', async () => {
    serveBooth();
    serveInvitations(INVITATION);
    await showTeam(NORA);
    answer(`${RPC}/revoke_booth_invitation`, () => new Response(null, { status: 204 }));
    await expect.element(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
    serveInvitations({ ...INVITATION, revoked_at: '2026-01-06T08:00:00+00:00' });
    await page.getByRole('button', { name: 'Revoke' }).click();
    await expectToast('Invitation revoked');
    await expect.element(page.getByText('No invitation is open.')).toBeVisible();
    await page.getByText('1 ended invitation').click();
    await expect.element(page.getByText(/^Revoked on/)).toBeVisible();
  });

  test('reads so in Arabic, too', async () => {
    serveBooth();
    serveInvitations();
    await showTeam(NORA, 'ar');
    await expect.element(page.getByRole('heading', { name: ar.team.emptyTitle })).toBeVisible();
    expect(await lookFindings()).toEqual([]);
  });
});

test('an owner sees who works at the booth and who is away, and removes a colleague after a question', async () => {
  serveBooth({ team: true });
  serveTeam([{ who: NORA }, { who: LINA, away_since: '2026-01-06T08:00:00+00:00' }]);
  const used = { used_by: LINA.id, used_at: '2026-01-05T09:00:00+00:00' };
  serveInvitations({ ...INVITATION, ...used, used_by_person: { id: LINA.id, name: LINA.name } });
  await showTeam(NORA);
  await expect.element(row('Nora Whitfield').getByText('Owner', { exact: true })).toBeVisible();
  await expect.element(row('Lina Haddad').getByText('Away', { exact: true })).toBeVisible();
  await page.getByText('1 ended invitation').click();
  await expect.element(page.getByText(/^Used by .Lina Haddad. on/)).toBeVisible();
  expect(await lookFindings(), 'the team').toEqual([]);

  await row('Lina Haddad').getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: /^Remove .Lina Haddad/ });
  await expect.element(question).toBeVisible();
  expect(await lookFindings(), 'the question').toEqual([]);
  let removed: unknown;
  answer(`${RPC}/remove_booth_member`, async (request) => {
    removed = await request.json();
    return new Response(null, { status: 204 });
  });
  serveBooth();
  serveTeam([]);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByRole('heading', { name: 'You work alone at your booth' })).toBeVisible();
  expect(removed).toEqual({ member_id: LINA.id });
});

test('a colleague reads whose booth it is, goes away, and leaves', async () => {
  serveBooth({ team: true, owner: false });
  serveTeam([{ who: NORA }, { who: LINA }]);
  await showTeam(LINA);
  await expect
    .element(page.getByText(/You work at the booth of .Nora Whitfield., .Harbour Lighting/))
    .toBeVisible();
  const away = page.getByRole('switch', { name: 'I am away' });
  await expect.element(away).not.toBeChecked();
  let set: unknown;
  answer(`${RPC}/set_away`, async (request) => {
    set = await request.json();
    return json(2);
  });
  serveBooth({ team: true, owner: false, away_since: '2026-01-06T08:00:00+00:00' });
  (away.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expectToast('You are away', '2 chats returned to the team.');
  await expect.element(away).toBeChecked();
  expect(set).toEqual({ away: true });
  expect(await lookFindings()).toEqual([]);

  // Colleagues do not remove each other.
  expect(page.getByRole('button', { name: 'Remove' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Leave' }).click();
  answer(`${RPC}/remove_booth_member`, () => new Response(null, { status: 204 }));
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expectToast('You have left the booth of \u2068Nora Whitfield\u2069');
});
