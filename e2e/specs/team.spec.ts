import { expect, type Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { signUp } from '../pages/login-page.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { invite } from '../screens/scene.ts';

// The rules of booth teams are tested through the API, in apps/server/test/booth-teams; the pages of the team, invitations and absences in
// apps/web/src/features/team.

const TEAM = '/vendor-dashboard/team';
const CARDS = '/vendor-dashboard/contacts?box';
const STILL = { reducedMotion: 'reduce' } as const;

test('an owner invites, a colleague works at the booth, and is removed while looking at it', async ({
  people,
  openPage,
}) => {
  const [nora, lina] = await Promise.all([
    people.vendor(),
    people.vendor({ name: 'Lina Haddad', company: 'Atlas Tools' }),
  ]);
  const owner = await openPage({ ...PHONE, ...STILL }, { as: nora });
  const main = owner.getByRole('main');
  let link = '';

  await test.step('the owner makes an invitation', async () => {
    await owner.goto(TEAM);
    await main.getByRole('button', { name: 'Invite a colleague' }).tap();
    const dialog = owner.getByRole('dialog', { name: 'Invitation for one person' });
    link = await dialog.getByText(/\/team\//).innerText();
    await dialog.getByRole('button', { name: 'Close' }).tap();
  });

  const colleague = await openPage({ ...DESKTOP, ...STILL }, { as: lina });
  await test.step('the colleague accepts, and both see the team', async () => {
    await colleague.goto(new URL(link).pathname);
    await colleague.getByRole('button', { name: 'Accept' }).click();
    await expect(colleague).toHaveURL(new RegExp(`${TEAM}$`));
    for (const page of [owner, colleague]) {
      await expect(
        page.getByRole('main').getByRole('listitem').filter({ hasText: 'Lina Haddad' }),
      ).toBeVisible();
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Owner' })).toContainText(
        'Nora Whitfield',
      );
    }
  });

  await test.step('what the colleague notes and makes is the booth’s', async () => {
    const visitor = await people.visitor({ name: 'Chen Siyuan', company: 'Yuanshan' });
    const chat = await people.meet(nora, visitor);
    // Who writes the note has met the visitor, unless another person answers the chat.
    const { error } = await nora.client.rpc('release_chat', { session_id: chat });
    if (error) throw error;
    await colleague.goto('/vendor-dashboard/leads');
    await expect(colleague.getByText('Your team sees it.')).toBeVisible();
    await colleague.getByRole('button', { name: /Chen Siyuan/ }).click();
    const panel = colleague.getByRole('dialog', { name: 'Chen Siyuan' });
    await panel.getByRole('textbox', { name: 'Note' }).fill('Wants brass lamps');
    await expect(panel.getByText('Saved. Your team sees this.')).toBeVisible();
    await expect(panel.getByText(/^Met by .Lina Haddad/)).toBeVisible();
    await owner.goto('/vendor-dashboard/leads');
    await owner.getByRole('button', { name: /Chen Siyuan/ }).tap();
    const same = owner.getByRole('dialog', { name: 'Chen Siyuan' });
    await expect(same.getByRole('textbox', { name: 'Note' })).toHaveValue('Wants brass lamps');
    await expect(same.getByText(/^Met by .Lina Haddad/)).toBeVisible();
    // Until then a page takes its user for the owner of a booth.
    const booth = colleague.waitForResponse(/\/rpc\/my_booth/);
    await colleague.goto('/vendor-dashboard/qr-codes');
    await booth;
    await colleague.getByRole('button', { name: 'Generate New QR Code' }).click();
    await expect(colleague.getByText('Waiting for a visitor to scan')).toBeVisible();
    await expect(colleague.getByRole('main').getByText('Nora Whitfield', { exact: true })).toBeVisible();
  });

  await test.step('a card that the colleague keeps is in the box of both', async () => {
    const cardOn = (page: Page) =>
      page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ada Okafor' });
    await colleague.goto(CARDS);
    await colleague.getByRole('button', { name: 'Write a card by hand' }).click();
    await fillIn(colleague, { Name: 'Ada Okafor' });
    await colleague.getByRole('button', { name: 'Save card' }).click();
    await expect(cardOn(colleague)).toBeVisible();
    await owner.goto(CARDS);
    for (const page of [owner, colleague]) {
      await expect(cardOn(page)).toContainText(/Scanned by .Lina Haddad/);
    }
    // Changes arrive by themselves as soon as the channel is open.
    let change = 0;
    await expect
      .poll(async () => {
        change += 1;
        await nora.client
          .from('scanned_cards')
          .update({ note: `Call ${change}` })
          .eq('name', 'Ada Okafor');
        return cardOn(colleague).innerText();
      })
      .toContain('Call');
    await Promise.all([owner.goto(TEAM), colleague.goto(TEAM)]);
  });

  await test.step('the owner removes the colleague, whose own booth is there again', async () => {
    await main
      .getByRole('listitem')
      .filter({ hasText: 'Lina Haddad' })
      .getByRole('button', { name: 'Remove' })
      .tap();
    const dialog = owner.getByRole('dialog', { name: /Remove .Lina Haddad/ });
    await dialog.getByRole('button', { name: 'Remove' }).tap();
    await expect(main.getByRole('heading', { name: 'You work alone at your booth' })).toBeVisible();
    await expect(
      colleague.getByRole('main').getByRole('heading', { name: 'You work alone at your booth' }),
    ).toBeVisible();
    await colleague.goto(CARDS);
    await expect(colleague.getByRole('heading', { name: 'No cards yet' })).toBeVisible();
  });
});

test('a person without an account signs up, and comes back to the invitation @long', async ({
  people,
  openPage,
}) => {
  const nora = await people.vendor();
  const page = await openPage(PHONE);
  await page.goto(`/team/${await invite(nora)}`);
  await page.getByRole('link', { name: 'Sign Up / Log In' }).tap();
  await signUp(page, { email: newEmail(), password: PASSWORD });
  await expect(page).toHaveURL(/\/vendor-setup$/);
  await fillIn(page, { Name: 'Lina Haddad', Company: 'Atlas Tools' });
  await page.getByRole('button', { name: 'Save profile' }).tap();
  await page.getByRole('button', { name: 'Accept' }).tap();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Lina Haddad' })).toBeVisible();
});
