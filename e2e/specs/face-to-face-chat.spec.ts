import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { bubbles, expectMessages } from '../pages/chat-page.ts';
import { button, otherSide, ownSide } from '../pages/face-to-face-page.ts';

test('the guest takes the conversation along, and the vendor keeps it as a chat @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const page = await openPage(PHONE, { as: vendor });
  await page.goto('/face-to-face');
  const code = page.getByRole('button', { name: textOf('en', 'faceToFace.showCode') });
  await expect(code).toBeDisabled();
  await expect(ownSide(page).getByText(textOf('en', 'faceToFace.saved'))).toBeVisible();
  const greeting = SAID.en.greeting;
  const question = SAID.zh.question;
  await button(ownSide(page), 'faceToFace.write').tap();
  await page.getByRole('textbox').fill(greeting.text);
  await page.getByRole('textbox').press('Enter');
  await button(otherSide(page), 'faceToFace.write', 'zh').tap();
  await page.getByRole('textbox').fill(question.text);
  await page.getByRole('textbox').press('Enter');
  await expect(ownSide(page).getByText(question.en)).toBeVisible();
  await code.tap();
  const image = page.getByRole('dialog').getByRole('img');
  await expect(image).toBeVisible();
  const link =
    (await image.getAttribute('aria-label'))?.match(/https?:\/\/\S+\/join\/[0-9a-f-]{36}/)?.[0] ?? '';

  await test.step('the vendor finds it in the list, and in the chat', async () => {
    const desk = await openPage(PHONE, { as: vendor });
    await desk.goto('/vendor-dashboard/sessions');
    const card = desk.getByRole('listitem').filter({ hasText: 'Guest (face to face)' });
    await card.getByRole('link', { name: /Guest/ }).tap();
    await expect(desk.getByRole('heading', { name: 'Guest (face to face)' })).toBeVisible();
    await expect(bubbles(desk)).toHaveCount(2);
    await expect(bubbles(desk).first()).toHaveAttribute('data-own', 'true');
    await expect(bubbles(desk).last()).toHaveAttribute('data-own', 'false');
    await expect(bubbles(desk).last()).toContainText(question.en);
    await expect(desk.getByText(textOf('en', 'chat.guestNotJoined'))).toBeVisible();
    expect([await axeFindings(desk), await layoutFindings(desk)]).toEqual([[], []]);
  });

  await test.step('the guest’s phone has both sides of it', async () => {
    const guest = await openPage(PHONE, { as: await people.visitor(SIYUAN) });
    await guest.goto(link);
    await guest.getByRole('button', { name: textOf('zh', 'join.button') }).tap();
    await expectMessages(guest, [greeting.text, question.text]);
    await expect(bubbles(guest).first()).toHaveAttribute('data-own', 'false');
    await expect(bubbles(guest).first()).toContainText(greeting.zh);
    await expect(bubbles(guest).last()).toHaveAttribute('data-own', 'true');
    await expect(bubbles(guest).getByText(textOf('zh', 'chat.saidFaceToFace'))).toHaveCount(2);
  });
});

test('a conversation without a network goes out later, and can be deleted @long', async ({
  people,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin });
  await page.goto('/face-to-face');
  const own = ownSide(page);
  await expect(button(own, 'faceToFace.write')).toBeVisible();
  await expect(otherSide(page)).toBeVisible();
  wire.cut('services');
  await button(own, 'faceToFace.phrases').tap();
  await own.getByRole('listitem').getByRole('button', { name: 'Good morning.' }).tap();
  await expect(otherSide(page).getByRole('listitem').last()).toHaveText(/\p{Script=Han}/u);
  await page.getByRole('button', { name: textOf('en', 'faceToFace.showCode') }).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(textOf('en', 'faceToFace.keptHere'))).toBeVisible();
  wire.restore();
  await expect(dialog.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Leave the conversation' }).tap();
  await page.goto('/vendor-dashboard/sessions');
  await page.getByRole('link', { name: /Guest/ }).tap();
  await page.getByRole('button', { name: textOf('en', 'chat.deleteChat') }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textOf('en', 'chat.deleteChat') })
    .tap();
  await expect(page).toHaveURL('/vendor-dashboard/sessions');
  await expect(page.getByText(textOf('en', 'sessions.emptyTitle'))).toBeVisible();
  const { data } = await vendor.client.from('sessions').select('id').throwOnError();
  expect(data).toEqual([]);
});
