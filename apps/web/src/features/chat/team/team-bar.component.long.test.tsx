import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TeamPerson } from '@/entities/booth/team.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { Chat } from '../model/chat.ts';
import { createStore } from '../model/store.ts';
import type { LivePresence } from '../presence/presence-channel.ts';
import { TeamBar } from './team-bar.tsx';

// The rules of booth teams are tested through the API, in apps/server/test/booth-teams.

const NORA = person();
const OMAR = person({ name: 'Omar Aziz', company: 'Cedar Works' });
const LINA = person({ name: 'Lina Haddad', company: 'Atlas Tools' });
const WEI = person({ role: 'visitor', name: 'Chen Siyuan', company: 'Yuanshan' });
const AT = '2026-01-05T08:00:00+00:00';

const CHAT: Chat = {
  id: 'chat',
  vendor_id: NORA.id,
  visitor_id: WEI.id,
  status: 'active',
  created_at: AT,
  joined_at: AT,
  vendor: NORA,
  visitor: WEI,
};
const BOOTH = { id: NORA.id, name: NORA.name, company: NORA.company, avatar_url: null };

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

function member({ id, name, company }: Profile, away_since: string | null = null): TeamPerson {
  const party = { id, name, company, avatar_url: null };
  return { id, owner_id: NORA.id, profile_id: id, joined_at: AT, away_since, person: party };
}

const writing = createStore<string | null>(null);
afterEach(() => writing.set(null));

/** The line of a chat that somebody answers, for Nora. */
function barOf(assigned_to: string | null) {
  const presence = { colleague: writing } as Pick<LivePresence, 'colleague'> as LivePresence;
  return <TeamBar chat={{ ...CHAT, assigned_to }} me={NORA} presence={presence} />;
}

async function showBar(assigned_to: string | null) {
  const team = [member(NORA), member(OMAR), member(LINA, AT)];
  answer('POST /rest/v1/rpc/my_booth', () => json({ ...BOOTH, owner: true, team: true, away_since: null }));
  answer('GET /rest/v1/booth_members', () => rows(team));
  return renderInApp(barOf(assigned_to), {
    as: NORA,
    known: [
      [queryKeys.team.booth(NORA.id), { ...BOOTH, owner: true, team: true, away_since: null }],
      [queryKeys.team.members(NORA.id), team],
    ],
  });
}

test('a chat that no one answers is claimed, unless a colleague was faster', async () => {
  await showBar(null);
  await expect.element(page.getByText('No one answers yet')).toBeVisible();
  const details = JSON.stringify({ assigned_to: OMAR.id, name: OMAR.name });
  answer('POST /rest/v1/rpc/claim_chat', () => json({ code: 'PT409', message: 'Answered', details }, 409));
  await button('Claim').click();
  await expectToast('\u2068Omar Aziz\u2069 already answers this chat');
});

test('a chat is taken over on purpose alone', async () => {
  await showBar(OMAR.id);
  await expect.element(page.getByText(/^.Omar Aziz. answers$/)).toBeVisible();
  expect(await lookFindings()).toEqual([]);
  await button('Take over').click();
  await expect.element(page.getByRole('dialog', { name: /^Take over from .Omar Aziz/ })).toBeVisible();
  expect(await lookFindings()).toEqual([]);
  let claimed: unknown;
  answer('POST /rest/v1/rpc/claim_chat', async (request) => {
    claimed = await request.json();
    return json({ ...CHAT, assigned_to: NORA.id });
  });
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(claimed).toEqual({ session_id: 'chat', take_over: true });
});

test('a chat is handed over to a colleague on duty, with a note', async () => {
  await showBar(NORA.id);
  await expect.element(page.getByText('You answer')).toBeVisible();
  await button('Hand over').click();
  await expect.element(page.getByRole('dialog', { name: 'Hand over the chat' })).toBeVisible();
  // Lina is away: the only one left is chosen.
  expect(dialog.getByRole('radio').elements()).toHaveLength(1);
  await expect.element(dialog.getByRole('radio', { name: 'Omar Aziz' })).toBeChecked();
  await dialog.getByRole('textbox').fill('Wants a pallet by June');
  expect(await lookFindings()).toEqual([]);
  answer('POST /rest/v1/rpc/hand_over_chat', () =>
    json({ code: 'PT409', message: 'Away', details: 'booth: away' }, 409),
  );
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This person is away. Choose a colleague who is on duty.');
  let handed: unknown;
  answer('POST /rest/v1/rpc/hand_over_chat', async (request) => {
    handed = await request.json();
    return json({ ...CHAT, assigned_to: OMAR.id });
  });
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(handed).toMatchObject({ session_id: 'chat', member_id: OMAR.id, note: 'Wants a pallet by June' });
});

test('who looks at the chat sees that a colleague replies', async () => {
  await showBar(OMAR.id);
  writing.set(OMAR.id);
  await expect.element(page.getByText(/^.Omar Aziz. is replying$/)).toBeVisible();
  writing.set(null);
  await expect.element(page.getByText(/^.Omar Aziz. answers$/)).toBeVisible();
});
