import type { Browser, Locator, Page, Route } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { test as base, expect, type PageOptions } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { installVoices, spoken } from '../media/voices.ts';
import { button, otherSide, ownSide } from '../pages/face-to-face-page.ts';

interface SpeechFixtures {
  /** Opens a page of a phone with a microphone that hears Chromium's test tone. */
  speakerPage(options: PageOptions): Promise<Page>;
}

const test = base.extend<SpeechFixtures>({
  speakerPage: async ({ playwright, launchOptions, openPage }, use) => {
    const browsers: Browser[] = [];
    await use(async (options) => {
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...CHROMIUM_ARGS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      });
      browsers.push(browser);
      return openPage(PHONE, { ...options, browser });
    });
    for (const browser of browsers) await browser.close();
  },
});

/** A busy machine may never look while the timer says `0:01`. */
const A_SECOND_OR_MORE = /^0:(?!00)\d\d$/;

test('starts in two taps from a dashboard, and from the screens with codes @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  for (const [person, place] of [
    [vendor, '/vendor-dashboard'],
    [vendor, '/vendor-dashboard/qr-codes'],
    [visitor, '/visitor-dashboard'],
    [visitor, '/visitor-dashboard/scan'],
  ] as const) {
    const page = await openPage(PHONE, { as: person });
    await page.goto(place);
    await page.getByRole('link', { name: /^Face to face/ }).tap();
    await expect(page).toHaveURL('/face-to-face');
    await expect(page.getByRole('heading', { name: 'Face to face' })).toBeFocused();
  }
  const page = await openPage(PHONE, { as: vendor });
  await page.goto('/vendor-dashboard/leads');
  await page.getByRole('link', { name: 'Overview' }).tap();
  await page.getByRole('link', { name: /^Face to face/ }).tap();
  await expect(page).toHaveURL('/face-to-face');
  await page.getByRole('link', { name: 'Leave the conversation' }).tap();
  await expect(page).toHaveURL('/vendor-dashboard');
});

test('two people write and choose phrases, each in their own language, without speech recognition @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(PHONE, { as: await people.vendor() });
  await page.addInitScript(installVoices, ['en-US', 'zh-CN']);
  await page.goto('/face-to-face');
  const own = ownSide(page);
  const other = otherSide(page);
  await expect(other).toHaveAttribute('lang', 'zh-Hans');
  await expect(other).toHaveCSS('rotate', '180deg');
  await expect(button(own, 'faceToFace.speak')).toHaveCount(0);
  expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);

  await test.step('the owner writes: the other half shows it large and reads it aloud', async () => {
    await button(own, 'faceToFace.write').tap();
    const field = page.getByRole('textbox', { name: textOf('en', 'faceToFace.writeTitle') });
    await expect(field).toBeFocused();
    await field.fill('  ');
    await expect(page.getByRole('button', { name: 'Translate' })).toBeDisabled();
    await field.fill(SAID.en.greeting.text);
    await page.getByRole('button', { name: 'Translate' }).tap();
    await expect(button(own, 'faceToFace.write')).toBeFocused();
    await expect(own.getByText(SAID.en.greeting.text)).toBeVisible();
    await expect(other.getByText(SAID.en.greeting.zh)).toBeVisible();
    await expect.poll(() => spoken(page)).toEqual([['zh-CN', SAID.en.greeting.zh]]);
    const [size, around] = await other
      .getByText(SAID.en.greeting.zh)
      .evaluate((it) => [it, document.body].map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(size).toBeGreaterThan(1.5 * (around ?? 0));
  });

  await test.step('the person opposite writes in a field of their language, upright', async () => {
    await page.getByRole('button', { name: 'Read translations aloud' }).tap();
    await button(other, 'faceToFace.write', 'zh').tap();
    const field = page.getByRole('textbox', { name: textOf('zh', 'faceToFace.writeTitle') });
    await expect(field).toHaveAttribute('lang', 'zh-Hans');
    await field.fill(SAID.zh.question.text);
    await field.press('Enter');
    await expect(own.getByText(SAID.zh.question.en)).toBeVisible();
    await expect(other.getByText(SAID.zh.question.text)).toBeVisible();
    expect(await spoken(page)).toHaveLength(1);
  });

  await test.step('a phrase', async () => {
    await button(other, 'faceToFace.phrases', 'zh').tap();
    const phrases = other.getByRole('listitem').getByRole('button');
    const chosen = await phrases.first().innerText();
    await phrases.first().tap();
    // The list of phrases has closed.
    await expect(button(other, 'faceToFace.phrases', 'zh')).toBeVisible();
    await expect(other.getByText(chosen, { exact: true })).toBeVisible();
    await expect(own.getByRole('listitem').last()).not.toContainText(/\p{Script=Han}|…|\.\.\./u);
  });

  await test.step('a phrase with the keyboard, which then has the focus on the button again', async () => {
    const count = await other.getByRole('listitem').count();
    await button(own, 'faceToFace.phrases').press('Enter');
    await own.getByRole('listitem').getByRole('button', { name: 'Good morning.' }).press('Enter');
    await expect(other.getByRole('listitem')).toHaveCount(count + 1);
    await expect(button(own, 'faceToFace.phrases')).toBeFocused();
  });

  await test.step('another language opposite turns its half round in it', async () => {
    await page.getByRole('combobox', { name: 'Language of the person opposite' }).selectOption('ar');
    await expect(otherSide(page, 'ar')).toHaveAttribute('dir', 'rtl');
    await expect(otherSide(page, 'ar').getByText(SAID.en.greeting.zh)).toBeVisible();
  });
});

test('a line that cannot be translated says so, and is tried again @long', async ({
  people,
  openPage,
  engine,
  wire,
}) => {
  const page = await openPage(PHONE, { as: await people.vendor(), origin: wire.origin });
  await page.goto('/face-to-face');
  const own = ownSide(page);
  await expect(button(own, 'faceToFace.write')).toBeVisible();
  await expect(otherSide(page)).toBeVisible();
  wire.cut('services');
  await button(own, 'faceToFace.write').tap();
  await page.getByRole('textbox').fill(SAID.en.answer.text);
  await page.getByRole('textbox').press('Enter');
  await expect(own.getByRole('alert')).toHaveText('No connection to the server');
  // The phrasebook of the device needs no server.
  await button(own, 'faceToFace.phrases').tap();
  await own.getByRole('listitem').getByRole('button', { name: 'Good morning.' }).tap();
  await expect(otherSide(page).getByRole('listitem').last()).toHaveText(/\p{Script=Han}/u);
  await expect(own.getByRole('alert')).toHaveCount(1);
  wire.restore();
  await button(own, 'common.tryAgain').tap();
  await expect(own.getByRole('log')).toBeFocused();
  await expect(otherSide(page).getByText(SAID.en.answer.zh)).toBeVisible();
  await expect(own.getByRole('alert')).toHaveCount(0);
  expect(engine.asked.length).toBeGreaterThan(0);
});

test('a translation that comes after the page was left is not read aloud @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const page = await openPage(PHONE, { as: vendor });
  await page.addInitScript(installVoices, ['en-US', 'zh-CN']);
  const held: Route[] = [];
  await page.route('**/functions/v1/translate', (route) => void held.push(route));
  await page.goto('/face-to-face');
  await button(ownSide(page), 'faceToFace.write').tap();
  await page.getByRole('textbox').fill(SAID.en.greeting.text);
  await page.getByRole('textbox').press('Enter');
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('link', { name: 'Leave the conversation' }).tap();
  // The address changes before the page does.
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await held[0]?.continue();
  // The chat that keeps the conversation gets it all the same.
  await expect
    .poll(async () => (await vendor.client.from('messages').select('translated_content')).data)
    .toEqual([{ translated_content: SAID.en.greeting.zh }]);
  expect(await spoken(page)).toEqual([]);
});

test.describe('with speech recognition', () => {
  test.use({ server: async ({ hearingProduct }, use) => use(hearingProduct) });

  test('what was recognised counts only once its speaker has confirmed it @long', async ({
    people,
    speakerPage,
    transcriber,
  }) => {
    const page = await speakerPage({ as: await people.vendor() });
    await page.goto('/face-to-face');
    const own = ownSide(page);
    const other = otherSide(page);

    await test.step('the person opposite holds, speaks and lets go', async () => {
      transcriber.hears = SAID.zh.question.text;
      await hold(page, button(other, 'faceToFace.speak', 'zh'));
      await expect(button(own, 'faceToFace.speak')).toBeDisabled();
      await expect(other.getByText(textOf('zh', 'faceToFace.listening'))).toBeVisible();
      await expect(page.getByRole('timer')).toHaveText(A_SECOND_OR_MORE);
      await page.mouse.up();
      await expect(other.getByText(SAID.zh.question.text)).toBeVisible();
      await expect(own.getByText(SAID.zh.question.en)).toHaveCount(0);
      expect(transcriber.asked.at(-1)).toMatchObject({ language: 'zh' });
      await button(other, 'faceToFace.confirm', 'zh').tap();
      await expect(button(other, 'faceToFace.speak', 'zh')).toBeFocused();
      await expect(own.getByText(SAID.zh.question.en)).toBeVisible();
    });

    await test.step('the owner taps, speaks, taps, and corrects what was recognised', async () => {
      transcriber.hears = 'Yes, the green grass version is ready for shipping.';
      const speak = own.getByRole('button', { name: /^(Hold to talk|Listening)/ });
      await speak.tap();
      await expect(speak).toContainText('Listening...');
      await expect(page.getByRole('timer')).toHaveText(A_SECOND_OR_MORE);
      await speak.tap();
      await expect(own.getByText(transcriber.hears)).toBeVisible();
      await button(own, 'faceToFace.correct').tap();
      const field = page.getByRole('textbox');
      await expect(field).toHaveValue(transcriber.hears);
      await field.fill(SAID.en.answer.text);
      await field.press('Enter');
      await expect(other.getByText(SAID.en.answer.zh)).toBeVisible();
      await expect(own.getByText(transcriber.hears)).toHaveCount(0);
    });

    await test.step('speech that gives nothing', async () => {
      transcriber.hears = '';
      const speak = own.getByRole('button', { name: /^(Hold to talk|Listening)/ });
      await speak.press('Enter');
      await expect(speak).toContainText('Listening...');
      await expect(page.getByRole('timer')).toHaveText(A_SECOND_OR_MORE);
      await speak.press('Enter');
      await expect(own.getByRole('alert')).toContainText('Nothing was recognised.');
      await expect(speak).toBeFocused();
      await expect(own.getByRole('listitem')).toHaveCount(2);
      // The recording is still there.
      transcriber.hears = SAID.en.slow.text;
      await button(own, 'common.tryAgain').press('Enter');
      await expect(own.getByText(SAID.en.slow.text)).toBeVisible();
      await expect(speak).toBeFocused();
      await button(own, 'faceToFace.discard').press('Enter');
      await expect(speak).toBeFocused();
      await expect(own.getByText(SAID.en.slow.text)).toHaveCount(0);
      await expect(own.getByRole('listitem')).toHaveCount(2);
    });
  });
});

/** Presses with the mouse, which a finger that stays is to the page. */
async function hold(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.mouse.down();
}
