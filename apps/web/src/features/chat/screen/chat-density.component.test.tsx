import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import zh from '@/shared/i18n/zh.json';
import { answer, json } from '@/shared/testing/answers.ts';
import { tellInsert } from '@/shared/testing/live-socket.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import {
  bubbles,
  composer,
  distanceFromEnd,
  log,
  messageOf,
  movementOf,
  type Said,
  showChat,
  tap,
} from './show-chat.tsx';

// How much of a conversation a phone shows, and that nothing of it moves (docs/adr/0071).

/** Browsers round places to whole pixels of the device. */
const A_PIXEL = 1;
const MESSAGES = 12;

const WARRANTY = {
  en: 'Our ceiling lamps come with a five-year warranty.',
  zh: '我们的吸顶灯享有五年保修。',
  ar: 'مصابيح السقف لدينا تأتي بضمان خمس سنوات.',
};
const SHIPPING = {
  en: 'Yes, the green glass version is ready for shipping.',
  zh: '是的，绿色玻璃款已经可以发货。',
  ar: 'نعم، نسخة الزجاج الأخضر جاهزة للشحن.',
};
const LOGO = {
  en: 'The carpenter engraves your logo by hand.',
  zh: '木匠会手工雕刻您的标志。',
  ar: 'ينقش النجار شعاركم يدويا.',
};
const QUESTION = {
  zh: '请问绿色玻璃款什么时候能发货？',
  en: 'May I ask when the green glass version can be shipped?',
};
const COLOUR = {
  zh: '您好！这款玻璃吊灯可以定制颜色吗？',
  en: 'Hello! Can this glass pendant be made in a custom colour?',
};
const SAMPLES = {
  zh: '很好，我们想先看两件样品。',
  en: 'Very good. We would like to see two samples first.',
};
const THICKNESS = {
  ar: 'هل يتوفر الزجاج الأخضر بسماكة مختلفة؟',
  en: 'Is the green glass available in a different thickness?',
};

type Language = 'en' | 'zh' | 'ar';

// Where there is a finger, no button beside a bubble takes its room.
beforeEach(() => cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true }));
afterEach(() => cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false }));

/** What is said to the reader, and by the reader, each with its translation for the other one. */
const TALKS: Record<Language, { to: string[][]; from: string[][] }> = {
  en: {
    to: [QUESTION, COLOUR, SAMPLES].map(({ zh: text, en }) => [text, en]),
    from: [WARRANTY, SHIPPING, LOGO].map(({ en, zh: translated }) => [en, translated]),
  },
  zh: {
    to: [WARRANTY, SHIPPING, LOGO].map(({ en, zh: translated }) => [en, translated]),
    from: [QUESTION, SAMPLES, COLOUR].map(({ zh: text, en }) => [text, en]),
  },
  ar: {
    to: [WARRANTY, SHIPPING, LOGO].map(({ en, ar }) => [en, ar]),
    from: [[THICKNESS.ar, THICKNESS.en]],
  },
};

const PEOPLE = {
  en: { name: 'Nora Whitfield', company: 'Harbour Lighting' },
  zh: { name: '陈思远', company: '远山贸易' },
  ar: { name: 'سلمى الخطيب', company: 'واحة النور' },
};

/** Three times three messages to the reader and one by the reader, all of them translated. */
async function showTalk(language: Language) {
  const { to, from } = TALKS[language];
  const otherLanguage = language === 'en' ? 'zh' : 'en';
  const said = [0, 1, 2].flatMap((round): Said[] => {
    const theirs = to.map(([content = '', translated_content = '']): Said => {
      return { content, translated_content, target_language: language };
    });
    const [content = '', translated_content = ''] = from[round % from.length] ?? [];
    return [...theirs, { by: 'me', content, translated_content, target_language: otherLanguage }];
  });
  const shown = await showChat({
    me: { role: language === 'en' ? 'vendor' : 'visitor', language, ...PEOPLE[language] },
    other: { language: otherLanguage, whatsapp: '+971 50 555 0142', ...PEOPLE[otherLanguage] },
    said,
  });
  await expectAtEnd(MESSAGES);
  return shown;
}

async function expectAtEnd(count: number): Promise<void> {
  await expect.poll(() => bubbles.elements().length).toBe(count);
  await expect.poll(distanceFromEnd).toBeLessThanOrEqual(A_PIXEL);
}

/** The messages whose bubbles are wholly within the view of the list. */
function countInView(): number {
  const view = log.element().getBoundingClientRect();
  return [...document.querySelectorAll('[data-message] [data-bubble]')].filter((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return top >= view.top - 1 && bottom <= view.bottom + 1;
  }).length;
}

/** Rows that lie over one another or reach beyond the list, one line each. */
function rowFindings(): string[] {
  const list = log.element();
  const view = list.getBoundingClientRect();
  const findings: string[] = [];
  if (list.scrollWidth > list.clientWidth) findings.push(`the list is ${list.scrollWidth} px wide`);
  let end = Number.NEGATIVE_INFINITY;
  for (const row of list.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (top < end - 1) findings.push(`over the row above: ${row.textContent?.slice(0, 60)}`);
    end = bottom;
    for (const part of row.querySelectorAll('[data-bubble], [data-bubble] p')) {
      const { left, right } = part.getBoundingClientRect();
      if (left < view.left || right > view.right)
        findings.push(`too wide: ${part.textContent?.slice(0, 60)}`);
    }
  }
  return findings;
}

const widthOf = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;

describe.each(['en', 'zh', 'ar'] as const)('a conversation in %s', (language) => {
  test('a phone shows five translated messages, and three above its keyboard', async () => {
    const { other } = await showTalk(language);
    expect(countInView()).toBeGreaterThanOrEqual(5);
    const [list, main] = [log.element(), page.getByRole('main').element()];
    expect(list.getBoundingClientRect().top - main.getBoundingClientRect().top).toBeLessThanOrEqual(64);

    // A group has one avatar and one name; screen readers hear it with each message.
    const group = bubbles.filter({ hasText: other.name ?? '' }).elements();
    expect(group).toHaveLength(9);
    expect(group.filter((row) => widthOf(row.querySelector('p bdi')) > 1)).toHaveLength(3);
    expect(group.filter((row) => widthOf(row.querySelector('time')) > 1)).toHaveLength(3);
    expect(group.filter((row) => row.querySelector('time'))).toHaveLength(9);

    await composer.click();
    await page.viewport(390, 510);
    await expect.poll(distanceFromEnd).toBeLessThanOrEqual(A_PIXEL);
    await expect.poll(countInView).toBeGreaterThanOrEqual(3);
    // The phrases lie on the keyboard: one tap puts one into the message, and the keyboard stays.
    const phrase = page.getByRole('toolbar').getByRole('button').nth(1);
    await phrase.click();
    await expect.element(composer).toHaveValue(phrase.element().textContent);
    await expect.element(composer).toHaveFocus();
  });
});

test.each(['en', 'ar'] as const)('a conversation looks right on a phone, in %s', async (language) => {
  const { to, from } = TALKS[language];
  const said = [to[0], from[0]].map(([content = '', translated_content = ''] = [], index): Said => {
    const target_language = index === 0 ? language : 'zh';
    return { by: index === 0 ? 'other' : 'me', content, translated_content, target_language };
  });
  await showChat({ me: { language, ...PEOPLE[language] }, said });
  expect(await lookFindings()).toEqual([]);
});

test('a message that comes while the list scrolls has its whole height at once', async () => {
  const { chat, other, messages } = await showTalk('zh');
  const list = log.getByRole('list').first().element();
  /** The room below the last row, px. */
  const below = () => {
    const row = bubbles.last().element().closest('li');
    return (list.parentElement?.offsetHeight ?? 0) - (row?.offsetTop ?? 0) - (row?.offsetHeight ?? 0);
  };
  const room = below();
  const rooms: number[] = [];
  const observer = new MutationObserver(() => rooms.push(below()));
  observer.observe(list, { childList: true });
  log.element().dispatchEvent(new Event('scroll'));
  const message = messageOf(chat, other, { content: `${WARRANTY.en} ${SHIPPING.en} ${LOGO.en}` });
  messages.push(message);
  await tellInsert('messages', message);
  await expectAtEnd(MESSAGES + 1);
  observer.disconnect();
  expect(rooms).toEqual([room]);
});

test('a translation that comes late, after the next message, moves nothing', async () => {
  const { chat, other, messages } = await showTalk('zh');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late = [WARRANTY, LOGO].map(({ en, zh: translated }) => [`${en} `, translated] as const);
  answer('POST /functions/v1/translate-messages', async (request) => {
    const { messageIds } = (await request.json()) as { messageIds: string[] };
    await released;
    const translations = messageIds.map((messageId) => {
      const text = messages.find(({ id }) => id === messageId)?.content;
      const [, translatedText] = late.find(([original]) => original === text) ?? [];
      return { messageId, translatedText, engine: 'engine' };
    });
    return json({ translations, untranslated: [] });
  });
  const above = bubbles.nth(MESSAGES - 1);
  for (const [index, [content]] of late.entries()) {
    const message = messageOf(chat, other, { content });
    messages.push(message);
    await tellInsert('messages', message);
    await expectAtEnd(MESSAGES + index + 1);
  }
  const moved = await movementOf([above, bubbles.last()], async () => {
    release();
    for (const [index, [, translation]] of late.entries()) {
      const translated = bubbles.nth(MESSAGES + index).getByText(translation, { exact: true });
      await expect.element(translated).toBeVisible();
    }
  });
  expect(moved).toBeLessThanOrEqual(A_PIXEL);
});

test('a tap hides the other language and shows the time; the choice is remembered', async () => {
  const { reload } = await showTalk('zh');
  const inGroup = bubbles.nth(8);
  const next = bubbles.nth(9);
  const time = () => widthOf(inGroup.element().querySelector('time'));

  expect(time()).toBeLessThanOrEqual(1);
  tap(inGroup.getByText(WARRANTY.zh, { exact: true }));
  await expect.element(inGroup.getByText(WARRANTY.en, { exact: true })).not.toBeVisible();
  await expect.poll(time).toBeGreaterThan(1);
  await reload();
  await expectAtEnd(MESSAGES);
  await expect.element(inGroup.getByText(WARRANTY.zh, { exact: true })).toBeVisible();
  await expect.element(inGroup.getByText(WARRANTY.en, { exact: true })).not.toBeVisible();
  await expect.element(next.getByText(SHIPPING.en, { exact: true })).toBeVisible();

  // For all messages, from the menu.
  (inGroup.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: zh.chat.oneLanguage }).click();
  await expect.element(next.getByText(SHIPPING.en, { exact: true })).not.toBeVisible();
  await reload();
  await expectAtEnd(MESSAGES);
  await expect.element(next.getByText(SHIPPING.zh, { exact: true })).toBeVisible();
  await expect.element(next.getByText(SHIPPING.en, { exact: true })).not.toBeVisible();
});

test('the layout holds whatever is written, and however fast', async () => {
  const long = 'A sentence of a very long message that never seems to end. '
    .repeat(90)
    .slice(0, 5_000)
    .trim();
  const said: Said[] = [
    { content: long, translated_content: long.toUpperCase() },
    { content: 'w'.repeat(400), translated_content: 'م'.repeat(400) },
    { content: '🙂'.repeat(200) },
    {
      content: 'السعر 4.20 USD لكل 1,000 قطعة FOB Ningbo، رقم الطلب LX-200/7B (20%)',
      translated_content: 'Price 4.20 USD per 1,000 قطعة',
    },
  ].map((each) => ({ ...each, target_language: each.translated_content ? 'ar' : null }));
  const { chat, me, other } = await showChat({
    me: { role: 'visitor', language: 'ar', ...PEOPLE.ar },
    other: { language: 'en', ...PEOPLE.en },
    said,
  });
  await expectAtEnd(said.length);
  for (const width of [390, 320]) {
    await page.viewport(width, 844);
    await expect.poll(rowFindings, { message: `${width} px` }).toEqual([]);
  }
  for (let i = 1; i <= 25; i += 1) {
    for (const sender of [me, other]) {
      const content = `No. ${i} ${'of many '.repeat(i % 7)}`;
      const at = new Date(Date.now() + 1_000 * i);
      await tellInsert('messages', messageOf(chat, sender, { content }, at));
    }
  }
  await expect.element(bubbles.last()).toHaveTextContent('No. 25');
  await expect.poll(distanceFromEnd).toBeLessThanOrEqual(A_PIXEL);
  await expect.poll(rowFindings).toEqual([]);
});
