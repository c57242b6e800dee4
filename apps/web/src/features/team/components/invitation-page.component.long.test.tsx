import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BoothInvitationView } from '@/entities/booth/team.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import ar from '@/shared/i18n/ar.json';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { InvitationPage } from './invitation-page.tsx';

const LINA = person({ name: 'Lina Haddad', company: 'Atlas Tools' });
const BOOTH = { id: 'nora', name: 'Nora Whitfield', company: 'Harbour Lighting', avatar_url: null };

function serve(given: Partial<BoothInvitationView>): void {
  const open = { state: 'open', expires_at: '2030-01-05T08:00:00+00:00', booth: BOOTH, accepted: false };
  answer('POST /rest/v1/rpc/booth_invitation', () => rows([{ ...open, ...given }]));
}

function showInvitation(as?: Profile, language: 'en' | 'ar' = 'en') {
  return renderInApp(
    <Routes>
      <Route path="/team/:token" element={<InvitationPage preloadTeam={() => {}} />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: '/team/quay-lantern', language, ...(as && { as }) },
  );
}

test('a vendor reads whose booth it is, is told what is in the way, and accepts', async () => {
  serve({});
  await showInvitation(LINA);
  await expect.element(page.getByText('Harbour Lighting', { exact: true })).toBeVisible();
  expect(await lookFindings()).toEqual([]);
  const accept = page.getByRole('button', { name: 'Accept' });
  // After each try everything is read again.
  answer('GET /rest/v1/profiles', () => json(LINA));
  const ACCEPT = 'POST /rest/v1/rpc/accept_booth_invitation';
  answer(ACCEPT, () => json({ code: 'PT409', message: 'Full', details: 'booth: full' }, 409));
  await accept.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This booth has 50 people already, which is the most.');

  answer(ACCEPT, () => json({ id: 'member', owner_id: BOOTH.id, profile_id: LINA.id }));
  serve({ accepted: true, state: 'used', booth: null });
  await accept.click();
  await expectToast('You now work at this booth');
  await expect.poll(() => location.pathname).toBe('/vendor-dashboard/team');
});

test('a stranger is asked to log in first, and comes back from there', async () => {
  serve({});
  await showInvitation();
  await page.getByRole('link', { name: 'Sign Up / Log In' }).click();
  await expect.poll(() => location.pathname).toBe('/login');
  expect(decodeURIComponent(location.search)).toContain('/team/quay-lantern');
});

test('an invitation that was used says so, in the reader’s language', async () => {
  serve({ state: 'used', booth: null });
  await showInvitation(person({ language: 'ar' }), 'ar');
  await expect.element(page.getByText(ar.team.faults.used)).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
