import type { Page } from '@playwright/test';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { NORA, type People, type Person, SALMA, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { messagesInView, partHeights, rowFindings } from '../pages/chat-density.ts';
import { bubbles, composer, expectChatOpen } from '../pages/chat-page.ts';
import { distanceFromEnd, movementOf, toEnd } from '../pages/message-rows.ts';

// How much of a conversation a phone shows, and that nothing of it moves (docs/adr/0071).

/** A phone whose keyboard is open. */
const ABOVE_KEYBOARD = { width: 390, height: 510 };
/** Browsers round places to whole pixels of the device. */
const A_PIXEL = 1;

const { greeting, answer, slow } = SAID.en;

/** What is said to the reader, and by the reader, each with its translation for the other one. */
const TALKS = {
  en: {
    reader: NORA,
    to: [SAID.zh.question, SAID.zh.colour, SAID.zh.samples].map(({ text, en }) => [text, en]),
    from: [greeting, answer, slow].map(({ text, zh }) => [text, zh]),
  },
  zh: {
    reader: SIYUAN,
    to: [greeting, answer, slow].map(({ text, zh }) => [text, zh]),
    from: [SAID.zh.question, SAID.zh.samples, SAID.zh.thanks].map(({ text, en }) => [text, en]),
  },
  ar: {
    reader: SALMA,
    to: [greeting, answer, slow].map(({ text, ar }) => [text, ar]),
    from: [[SAID.ar.question.text, SAID.ar.question.en]],
  },
} as const;
const MESSAGES = 12;

interface Talk {
  reader: Person;
  other: Person;
  sessionId: string;
}

/** Three times three messages to the reader and one by the reader, all of them translated. */
async function talk(people: People, language: keyof typeof TALKS): Promise<Talk> {
  const { reader: profile, to, from } = TALKS[language];
  const isVendor = profile.role === 'vendor';
  const vendor = await people.vendor(
    isVendor ? profile : { whatsapp: '+971 50 555 0142', wechat: 'harbour' },
  );
  const visitor = await people.visitor(isVendor ? SIYUAN : profile);
  const sessionId = await people.meet(vendor, visitor);
  const [reader, other] = isVendor ? [vendor, visitor] : [visitor, vendor];
  for (let round = 0; round < 3; round += 1) {
    for (const [content = '', translated_content = ''] of to) {
      const sent = { translated_content, target_language: reader.profile.language };
      await people.sendMessage(other, sessionId, { content, ...sent });
    }
    const [content = '', translated_content = ''] = from[round % from.length] ?? [];
    const sent = { translated_content, target_language: other.profile.language };
    await people.sendMessage(reader, sessionId, { content, ...sent });
  }
  return { reader, other, sessionId };
}

async function openAtEnd(page: Page, sessionId: string, count = MESSAGES): Promise<void> {
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expect(bubbles(page)).toHaveCount(count);
  await toEnd(page);
}

for (const language of ['en', 'zh', 'ar'] as const) {
  test(`a phone shows five translated messages, and three above its keyboard, ${language} @long`, async ({
    people,
    openPage,
  }) => {
    const { reader, other, sessionId } = await talk(people, language);
    const page = await openPage(PHONE, { as: reader });
    await openAtEnd(page, sessionId);
    const heights = await partHeights(page);
    const shown = (await messagesInView(page)).length;
    console.log(`${language}, 390x844: ${shown} messages, ${JSON.stringify(heights)}`);
    expect(shown).toBeGreaterThanOrEqual(5);
    expect(heights.header).toBeLessThanOrEqual(64);

    await test.step('a group has one avatar and one name; screen readers hear it with each message', async () => {
      const group = bubbles(page).filter({ hasText: other.profile.name });
      await expect(group).toHaveCount(9);
      const named = await group.evaluateAll(
        (rows) =>
          rows.filter((row) => (row.querySelector('p bdi')?.getBoundingClientRect().width ?? 0) > 1).length,
      );
      expect(named).toBe(3);
      expect(
        await group
          .locator('time')
          .evaluateAll(
            (all) => all.filter((it) => it.clientWidth !== 1 && it.getBoundingClientRect().width > 1).length,
          ),
      ).toBe(3);
    });

    await test.step('above the keyboard', async () => {
      await composer(page).focus();
      await page.setViewportSize(ABOVE_KEYBOARD);
      await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(A_PIXEL);
      const left = (await messagesInView(page)).length;
      console.log(`${language}, 390x510: ${left} messages, ${JSON.stringify(await partHeights(page))}`);
      expect(left).toBeGreaterThanOrEqual(3);
      // The phrases lie on the keyboard: one tap puts one into the message, and the keyboard stays.
      const phrase = page.getByRole('toolbar').getByRole('button').nth(1);
      const text = (await phrase.textContent()) ?? '';
      await phrase.tap();
      await expect(composer(page)).toHaveValue(text);
      await expect(composer(page)).toBeFocused();
      await composer(page).fill('');
    });
  });
}

test('a translation that comes late, after the next message, moves nothing @long', async ({
  people,
  openPage,
}) => {
  const { reader, other, sessionId } = await talk(people, 'zh');
  const page = await openPage(PHONE, { as: reader });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/functions/v1/translate-messages', async (route) => {
    await released;
    await route.continue();
  });
  await openAtEnd(page, sessionId);
  const above = (await bubbles(page).last().getAttribute('data-message')) ?? '';
  await people.sendMessage(other, sessionId, {
    content: 'Our ceiling lamps come with a five-year warranty. ',
  });
  await expect(bubbles(page)).toHaveCount(MESSAGES + 1);
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(A_PIXEL);
  await people.sendMessage(other, sessionId, { content: 'The carpenter engraves your logo by hand. ' });
  await expect(bubbles(page)).toHaveCount(MESSAGES + 2);
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(A_PIXEL);
  const last = (await bubbles(page).last().getAttribute('data-message')) ?? '';
  let movedBelow = 0;
  const moved = await movementOf(page, above, async () => {
    movedBelow = await movementOf(page, last, async () => {
      release();
      await expect(bubbles(page).nth(MESSAGES).getByText(greeting.zh, { exact: true })).toBeVisible();
      await expect(
        bubbles(page)
          .nth(MESSAGES + 1)
          .getByText(slow.zh, { exact: true }),
      ).toBeVisible();
    });
  });
  expect([moved, movedBelow].map((px) => px <= A_PIXEL)).toEqual([true, true]);
});

test('a tap hides the other language and shows the time; the choice is remembered @long', async ({
  people,
  openPage,
}) => {
  const { reader, sessionId } = await talk(people, 'zh');
  const page = await openPage(PHONE, { as: reader });
  await openAtEnd(page, sessionId);
  const inGroup = () => bubbles(page).nth(8);
  const original = () => inGroup().getByText(greeting.text, { exact: true });
  const time = () => inGroup().locator('time');
  const isShown = async () => ((await time().boundingBox())?.width ?? 0) > 1;

  expect(await isShown()).toBe(false);
  await inGroup().getByText(greeting.zh, { exact: true }).tap();
  await expect(original()).toBeHidden();
  expect(await isShown()).toBe(true);
  await page.reload();
  await expect(inGroup().getByText(greeting.zh, { exact: true })).toBeVisible();
  await expect(original()).toBeHidden();
  await expect(bubbles(page).nth(9).getByText(answer.text, { exact: true })).toBeVisible();

  await test.step('for all messages, from the menu', async () => {
    await inGroup().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: textOf('zh', 'chat.oneLanguage') }).click();
    await expect(bubbles(page).nth(9).getByText(answer.text, { exact: true })).toBeHidden();
    await page.reload();
    await expect(bubbles(page).nth(9).getByText(answer.zh, { exact: true })).toBeVisible();
    await expect(bubbles(page).nth(9).getByText(answer.text, { exact: true })).toBeHidden();
  });
});

test('the layout holds whatever is written @long', async ({ people, openPage }) => {
  test.slow();
  const vendor = await people.vendor();
  const visitor = await people.visitor(SALMA);
  const sessionId = await people.meet(vendor, visitor);
  const long = 'A sentence of a very long message that never seems to end. '
    .repeat(90)
    .slice(0, 5_000)
    .trim();
  for (const [content, translated_content] of [
    [long, long.toUpperCase()],
    ['w'.repeat(400), 'م'.repeat(400)],
    ['🙂'.repeat(200), null],
    ['السعر 4.20 USD لكل 1,000 قطعة FOB Ningbo، رقم الطلب LX-200/7B (20%)', 'Price 4.20 USD per 1,000 قطعة'],
  ] as const) {
    const row = { session_id: sessionId, sender_id: vendor.profileId, content, translated_content };
    const languages = { source_language: 'en', target_language: translated_content && 'ar' };
    await vendor.client
      .from('messages')
      .insert({ ...row, ...languages })
      .throwOnError();
  }
  const page = await openPage(PHONE, { as: visitor });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expect(bubbles(page)).toHaveCount(4);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => rowFindings(page), { message: `${width} px` }).toEqual([]);
  }

  await test.step('fifty messages at once', async () => {
    await toEnd(page);
    // One person may send thirty in ten seconds.
    await Promise.all(
      [vendor, visitor].map((sender) => {
        const rows = Array.from({ length: 25 }, (_, i) => ({
          session_id: sessionId,
          sender_id: sender.profileId,
          content: `No. ${i + 1} ${'of many '.repeat(i % 7)}`,
          source_language: sender.profile.language,
        }));
        return sender.client.from('messages').insert(rows).throwOnError();
      }),
    );
    await toEnd(page);
    await expect(bubbles(page).last()).toContainText('No. 25');
    await expect.poll(() => rowFindings(page)).toEqual([]);
  });
});
