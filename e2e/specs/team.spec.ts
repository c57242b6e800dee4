import { expect, type Page } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { signUp } from '../pages/login-page.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';
import { invite } from '../screens/scene.ts';

// The rules of booth teams are tested through the API, in apps/server/test/booth-teams.

const TEAM = '/vendor-dashboard/team';
const CARDS = '/vendor-dashboard/contacts?box';
const STILL = { reducedMotion: 'reduce' } as const;

/** Nothing is wrong for assistive technology, and nothing is cut off. */
async function expectAccessible(page: Page): Promise<void> {
  await closeToasts(page);
  expect([...(await axeFindings(page)), ...(await layoutFindings(page))]).toEqual([]);
}

test('an owner invites, a colleague works at the booth, and is removed while looking at it', async ({
  people,
  openPage,
}) => {
  // Three people, every screen of a team, each judged by axe.
  test.slow();
  const [nora, lina] = await Promise.all([
    people.vendor(),
    people.vendor({ name: 'Lina Haddad', company: 'Atlas Tools' }),
  ]);
  const owner = await openPage({ ...PHONE, ...STILL }, { as: nora });
  const main = owner.getByRole('main');
  let link = '';

  await test.step('the invitation is a code and a link, shown once', async () => {
    await owner.goto(TEAM);
    await expect(main.getByRole('heading', { name: 'You work alone at your booth' })).toBeVisible();
    await expectAccessible(owner);
    await main.getByRole('button', { name: 'Invite a colleague' }).tap();
    const dialog = owner.getByRole('dialog', { name: 'Invitation for one person' });
    await expect(dialog.getByRole('img', { name: /^QR code of the link/ })).toBeVisible();
    link = await dialog.getByText(/\/team\//).innerText();
    await expectAccessible(owner);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(main.getByText(/^Open until/)).toBeVisible();
  });

  const colleague = await openPage({ ...DESKTOP, ...STILL }, { as: lina });
  await test.step('the colleague accepts, and both see the team', async () => {
    await colleague.goto(new URL(link).pathname);
    await expect(colleague.getByText('Harbour Lighting', { exact: true })).toBeVisible();
    await expectAccessible(colleague);
    await colleague.getByRole('button', { name: 'Accept' }).click();
    await expectToast(colleague, 'You now work at this booth');
    await expect(colleague).toHaveURL(new RegExp(`${TEAM}$`));
    await expect(
      colleague.getByText(/You work at the booth of .Nora Whitfield., .Harbour Lighting/),
    ).toBeVisible();
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
    await colleague.goto('/vendor-dashboard/analytics');
    await expect(colleague.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
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
      await expectAccessible(page);
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

  await test.step('who is away is seen by the other', async () => {
    await colleague.getByRole('switch', { name: 'I am away' }).press('Space');
    await expectToast(colleague, 'You are away');
    const row = main.getByRole('listitem').filter({ hasText: 'Lina Haddad' });
    await expect(row).toContainText('Away');
    await expectAccessible(colleague);
  });

  await test.step('the same invitation does not work for another person', async () => {
    const other = await people.vendor({ name: 'Omar Aziz', company: 'Cedar Works', language: 'ar' });
    const page = await openPage({ ...PHONE, ...STILL, locale: 'ar' }, { as: other });
    await page.goto(new URL(link).pathname);
    await expect(page.getByText(textOf('ar', 'team.faults.used'))).toBeVisible();
    await page.goto(TEAM);
    await expect(page.getByRole('heading', { name: textOf('ar', 'team.emptyTitle') })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the owner removes the colleague, whose own booth is there again', async () => {
    await main
      .getByRole('listitem')
      .filter({ hasText: 'Lina Haddad' })
      .getByRole('button', { name: 'Remove' })
      .tap();
    const dialog = owner.getByRole('dialog', { name: /Remove .Lina Haddad/ });
    await expectAccessible(owner);
    await dialog.getByRole('button', { name: 'Remove' }).tap();
    await expect(main.getByRole('heading', { name: 'You work alone at your booth' })).toBeVisible();
    await expect(
      colleague.getByRole('main').getByRole('heading', { name: 'You work alone at your booth' }),
    ).toBeVisible();
    await main.getByText('1 ended invitation').tap();
    await expect(main.getByText(/^Used by .Lina Haddad. on/)).toBeVisible();
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
