import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ar from '@/shared/i18n/ar.json';
import en from '@/shared/i18n/en.json';
import { answer, json } from '@/shared/testing/answers.ts';
import { DESKTOP, lookFindings, PHONE } from '@/shared/testing/looks.ts';
import { expectToast } from '@/shared/testing/toasts.ts';
import { bubble, bubbles, composer, longPress, movementOf, showChat } from './show-chat.tsx';

// What can be done with a message (docs/adr/0071).

const OFFER = 'Ten lamps, forty dollars each';
const menu = page.getByRole('menu');
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

function focus(row: ReturnType<typeof bubble>): void {
  (row.element() as HTMLElement).focus();
}

test('the keyboard deletes a message for oneself and brings it back; a right click opens the menu', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height);
  const { me, messages } = await showChat({
    me: { role: 'visitor', language: 'en' },
    other: { language: 'en' },
    said: ['First', OFFER, 'Last'].map((content) => ({ content })),
  });
  const offer = bubble(OFFER);
  const inBubble = offer.element().querySelector('[data-bubble]');
  await page.elementLocator(inBubble as Element).click({ button: 'right' });
  await expect.element(item(en.chat.acts.reply)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(offer).toHaveFocus();

  // In a window of another size the bubble is elsewhere.
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(menu).toBeVisible();
  await page.viewport(1280, 900);
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(offer).toHaveFocus();

  const asked: unknown[] = [];
  answer('POST /rest/v1/hidden_messages', async (request) => {
    asked.push(await request.json());
    return new Response(null, { status: 201 });
  });
  answer('DELETE /rest/v1/hidden_messages', ({ url }) => {
    asked.push(Object.fromEntries(new URL(url).searchParams));
    return new Response(null, { status: 204 });
  });
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(item(en.chat.acts.delete)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => bubbles.elements().length).toBe(2);
  await expect.element(bubble('Last')).toHaveFocus();
  await expectToast(en.chat.acts.deleted);
  const [profile_id, message_id] = [me.id, messages[1]?.id];
  expect(asked).toEqual([{ profile_id, message_id }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => bubbles.elements().length).toBe(3);
  expect(asked.at(-1)).toEqual({ profile_id: `eq.${profile_id}`, message_id: `eq.${message_id}` });
});

test('side by side, the signs are reached with the arrows of their direction, and move nothing', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await showChat({
    other: { language: 'en' },
    said: ['First', 'Last'].map((content) => ({ content })),
  });
  answer('POST /rest/v1/message_reactions', async (request) => {
    const row = (await request.json()) as object;
    return json({ ...row, changed_at: new Date().toISOString() }, 201);
  });
  focus(bubble('Last'));
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.element(page.getByRole('menuitemradio', { name: en.chat.acts.signs.love })).toHaveFocus();
  const moved = await movementOf([bubble('First')], async () => {
    await userEvent.keyboard('{Enter}');
    await expect.element(bubble('Last').getByText(/Heart/)).toBeInTheDocument();
  });
  expect(moved).toBeLessThanOrEqual(1);
});

test('an Arabic reader quotes in Arabic, reports a translation, and learns that a quote was deleted', async () => {
  const translated_content = 'عشرة مصابيح، أربعون دولارًا لكل منها';
  const { me, messages } = await showChat({
    me: { role: 'visitor', name: 'سلمى الخطيب', language: 'ar' },
    other: { language: 'ar' },
    said: [{ content: OFFER, source_language: 'en', translated_content, target_language: 'ar' }],
  });
  const offer = bubble(translated_content).first();
  let reported: unknown;
  answer('POST /rest/v1/translation_reports', async (request) => {
    reported = await request.json();
    return new Response(null, { status: 201 });
  });
  await longPress(offer);
  await item(ar.chat.acts.report).click();
  await page.getByRole('radio', { name: ar.chat.acts.fault.numbers }).click();
  await page.getByRole('button', { name: ar.trust.sendReport }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(offer).toHaveFocus();
  const [message_id, reporter_id] = [messages[0]?.id, me.id];
  expect(reported).toMatchObject({ reporter_id, message_id, target_language: 'ar', reason: 'numbers' });

  await longPress(offer);
  await item(ar.chat.acts.reply).click();
  await expect.element(composer).toHaveFocus();
  const bar = page.getByRole('region', { name: ar.chat.acts.quoted });
  await expect.element(bar).toHaveTextContent(translated_content);
  const cancel = bar.getByRole('button', { name: ar.chat.acts.cancelReply }).element();
  const { width, height } = cancel.getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await composer.fill('موافقة');
  await page.getByRole('button', { name: ar.chat.send }).click();
  await expect.element(bar).not.toBeInTheDocument();
  const quote = bubble('موافقة').getByRole('button', { name: translated_content });
  await expect.element(quote.getByText(translated_content)).toHaveAttribute('dir', 'rtl');
  await expect.poll(() => messages.at(-1)).toMatchObject({ content: 'موافقة', reply_to: message_id });

  answer('POST /rest/v1/hidden_messages', () => new Response(null, { status: 201 }));
  await longPress(offer);
  await item(ar.chat.acts.delete).click();
  await expect.element(bubble('موافقة')).toHaveTextContent(ar.chat.acts.quoteGone);
});

test.each(['en', 'ar'] as const)('the menu and the report look right on a phone, in %s', async (language) => {
  await showChat({
    me: { role: 'visitor', language },
    other: { language: 'zh' },
    said: [{ content: '十盏灯', translated_content: OFFER, target_language: language }],
  });
  await longPress(bubbles.first());
  for (const sign of page.getByRole('menuitemradio').elements()) {
    const { width, height } = sign.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await item({ en, ar }[language].chat.acts.report).click();
  await expect.element(page.getByRole('dialog').getByRole('radio').first()).toBeInTheDocument();
  expect(await lookFindings()).toEqual([]);
});

test.each(['ltr', 'rtl'] as const)(
  'bubbles, links and what can be done with a message, %s',
  async (direction) => {
    const { width, height } = direction === 'rtl' ? PHONE : DESKTOP;
    await page.viewport(width, height);
    const greeting = 'Our ceiling lamps come with a five-year warranty.';
    const translation = '我们的吸顶灯享有五年保修。';
    const long = 'A sentence that is long enough to need more than one line wherever it is read. '
      .repeat(3)
      .trim();
    await showChat({
      said: [
        { by: 'me', content: greeting, translated_content: translation, target_language: 'zh' },
        { content: '请看https://harbour.example/lamps，谢谢。' },
        { content: 'javascript:alert(1) or +971 50 555 0142' },
        { content: long },
        { content: 'Fine?' },
        { by: 'me', content: 'Fine.' },
      ],
    });
    // The room that is kept for a translation goes where none comes, and rows move.
    await expect.element(bubbles.filter({ hasText: '请看' })).toHaveTextContent('Not translated');
    await expect.element(page.getByText('Translating...')).not.toBeInTheDocument();
    // The words stay English, so that both directions are asked the same.
    document.documentElement.setAttribute('dir', direction);
    const own = bubble(greeting);
    const other = bubble(long);

    // Own messages at the end, others at the start, of limited width.
    const boxOf = (text: string) =>
      bubble(text).element().querySelector('[data-bubble]')?.getBoundingClientRect() ?? new DOMRect();
    const list = page.getByRole('log').element().getBoundingClientRect();
    const isRight = (text: string) => {
      const box = boxOf(text);
      return box.x + box.width / 2 > list.x + list.width / 2;
    };
    await expect.poll(() => isRight('Fine.')).toBe(direction === 'ltr');
    expect(isRight('Fine?')).toBe(direction === 'rtl');
    expect(boxOf(long).width).toBeGreaterThan(list.width / 2);
    expect(boxOf(long).width).toBeLessThanOrEqual(list.width * (direction === 'rtl' ? 0.8 : 0.7));
    await expect.element(own).toHaveTextContent('Nora WhitfieldEnglish');
    await expect.element(other).toHaveTextContent('陈思远');
    expect(own.element().querySelector('time')?.textContent).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
    expect(page.getByText('Today', { exact: true }).elements()).toHaveLength(1);

    // Addresses are links, once the code that finds them is there, and nothing else is.
    const links = bubbles.getByRole('link');
    await expect
      .poll(() => links.elements().map((link) => [link.textContent, link.getAttribute('href')]))
      .toEqual([
        ['https://harbour.example/lamps', 'https://harbour.example/lamps'],
        ['+971 50 555 0142', 'tel:+971505550142'],
      ]);
    await expect.element(links.first()).toHaveAttribute('rel', 'noopener noreferrer');

    // The translation is folded away and out again, from its label and from the menu.
    const openMenu = async () => {
      if (direction === 'rtl') return longPress(own);
      await own.hover();
      await own.getByRole('button', { name: en.chat.messageOptions }).click();
      await expect.element(menu).toBeVisible();
    };
    await own.getByRole('button', { name: 'Translated' }).click();
    await expect.element(own.getByText(translation, { exact: true })).not.toBeVisible();
    await openMenu();
    await item(en.chat.showTranslation).click();
    await expect.element(own.getByText(translation, { exact: true })).toBeVisible();
    await expect.element(own).toHaveFocus();

    // The text and its translation are copied.
    await openMenu();
    await item(en.chat.copyText).click();
    await expectToast('Text copied');
    expect(await navigator.clipboard.readText()).toBe(greeting);
    focus(own);
    await userEvent.keyboard('{Enter}');
    await item(en.chat.copyTranslation).click();
    await expect.poll(() => navigator.clipboard.readText()).toBe(translation);
  },
);
