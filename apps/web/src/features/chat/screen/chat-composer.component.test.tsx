import { describe, expect, onTestFinished, test } from 'vitest';
import { cdp, commands, page, userEvent } from 'vitest/browser';
import en from '@/shared/i18n/en.json';
import { DESKTOP, lookFindings, PHONE } from '@/shared/testing/looks.ts';
import { NARROW } from '@/shared/testing/page-checks.ts';
import { lackOfPlaceholder } from '@/shared/testing/placeholder-room.ts';
import { bubble, bubbles, composer, showChat } from './show-chat.tsx';

// Writing in a chat (specification 2.20).

const phrases = page.getByRole('button', { name: en.phrases.open });
const send = page.getByRole('button', { name: en.chat.send });

const ofField = () => composer.element().getBoundingClientRect();

/** Letters of an input method that wait for a choice. */
async function compose(text: string): Promise<void> {
  const selection = { selectionStart: text.length, selectionEnd: text.length };
  await cdp().send('Input.imeSetComposition', { text, ...selection });
}

/** A key press that an input method takes: browsers report this key code for every such key. */
async function pressComposing(key: 'Enter' | 'Escape'): Promise<void> {
  const press = { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 } as const;
  await cdp().send('Input.dispatchKeyEvent', press);
}

test('a hint explains translation once', async () => {
  const { reload } = await showChat();
  const hint = page.getByText(/^Write in .English., they read .Chinese.\.$/);
  await expect.element(hint).toBeVisible();
  await page.getByRole('button', { name: en.chat.hintClose }).click();
  await expect.element(hint).not.toBeInTheDocument();
  await reload();
  await expect.element(hint).not.toBeInTheDocument();
});

test('Enter chooses a word while an input method composes, and sends afterwards', async () => {
  const { messages } = await showChat({ other: { language: 'en' } });
  await composer.click();
  await compose('nihao');
  await pressComposing('Enter');
  await expect.element(composer).toHaveValue('nihao');
  await cdp().send('Input.insertText', { text: '你好' });
  await expect.element(composer).toHaveValue('你好');
  expect(bubbles.elements()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(bubble('你好')).toBeVisible();
  await expect.element(composer).toHaveValue('');
  await expect.poll(() => messages.map(({ content }) => content)).toEqual(['你好']);
});

test('Shift and Enter begin a line, the field grows with its text, and a draft survives a reload', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height);
  const { reload } = await showChat();
  const low = ofField().height;
  await composer.click();
  await userEvent.keyboard('一{Shift>}{Enter}{/Shift}二');
  await expect.element(composer).toHaveValue('一\n二');
  expect(ofField().height).toBeGreaterThan(low);
  await reload();
  await expect.element(composer).toHaveValue('一\n二');
  await composer.fill('行\n'.repeat(40));
  // It stops growing, and the list keeps its room.
  expect(ofField().height).toBeLessThan(200);

  // It fits its text again when the screen gets wider.
  await page.viewport(NARROW.width, NARROW.height);
  await composer.fill('The price holds for orders of at least two hundred pieces.');
  const narrow = ofField().height;
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.poll(() => ofField().height).toBeLessThan(narrow);
});

describe('the tools', () => {
  const tooltip = page.getByRole('tooltip');
  const pro = page.getByRole('link', { name: 'Pro', exact: true });
  const hint = page.getByRole('tooltip', { name: en.chat.proHint });

  test('say what they are', async () => {
    await page.viewport(DESKTOP.width, DESKTOP.height);
    const { messages, reload } = await showChat();
    await page.getByRole('button', { name: en.chat.translationOn }).hover();
    await expect.element(page.getByRole('tooltip', { name: en.chat.translationOn })).toBeInTheDocument();
    await page.getByRole('button', { name: en.chat.translationOn }).click();
    const off = page.getByRole('button', { name: en.chat.translationOff });
    await expect.element(off).toHaveAttribute('aria-pressed', 'false');
    await composer.fill('太好了，我们回国以后再联系您。');
    await send.click();
    await expect
      .poll(() => messages.at(-1))
      .toMatchObject({ target_language: null, translated_content: null });
    await reload();
    await expect.element(off).toBeVisible();

    const microphone = page.getByRole('button', { name: en.chat.voiceSoon });
    await expect.element(microphone).toBeDisabled();
    await microphone.hover({ force: true });
    await expect.element(page.getByRole('tooltip', { name: en.chat.voiceSoon })).toBeInTheDocument();
    // Out of the tooltip, which lies over it: it goes with the second move outside.
    await composer.hover();
    await composer.hover({ position: { x: 20, y: 20 } });
    await expect.element(tooltip).not.toBeInTheDocument();
    await pro.hover();
    await expect.element(hint).toBeInTheDocument();
    await expect.element(pro).toHaveAccessibleDescription(en.chat.proHint);
    await userEvent.keyboard('{Escape}');
    await expect.element(hint).not.toBeInTheDocument();
    await pro.click();
    expect(location.pathname).toBe('/pricing');
  });

  test('work by keyboard: the phrases and Pro are one stop, with the arrow keys within', async () => {
    await page.viewport(DESKTOP.width, DESKTOP.height);
    await showChat();
    await composer.click();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(page.getByRole('button', { name: en.chat.attach.add })).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(phrases).toHaveFocus();
    await expect.element(page.getByRole('tooltip', { name: en.phrases.open })).toBeInTheDocument();
    await userEvent.keyboard('{End}');
    await expect.element(pro).toHaveFocus();
    await expect.element(hint).toBeInTheDocument();
    // Each tooltip goes at once, also one that has not come all the way: while it is there, it takes
    // the Escape for what is opened next.
    const { style } = document.documentElement;
    style.setProperty('--animate-fade', 'fade 60s both');
    onTestFinished(() => void style.removeProperty('--animate-fade'));
    for (let turn = 0; turn < 10; turn += 1) await userEvent.keyboard('{Home}{End}');
    await expect.poll(() => tooltip.elements().length).toBe(1);
  });
});

describe('the quick phrases', () => {
  const panel = page.getByRole('dialog', { name: en.phrases.open });
  const search = panel.getByRole('searchbox');

  /** On a phone they lie on the keyboard. */
  async function openPhrases(): Promise<void> {
    await composer.click();
    await phrases.click();
    await expect.element(search).toBeVisible();
  }

  test('one with a gap is filled in, translated, and put into the message', async () => {
    await showChat();
    await openPhrases();
    await expect.element(panel.getByRole('button', { name: 'Hello.' })).toBeVisible();
    await search.fill('minimum order is');
    const withGap = panel.getByRole('button', { name: 'Our minimum order quantity is …' });
    await withGap.click();
    await expect.element(panel.getByRole('status')).toHaveTextContent('Fill in every field.');
    // Back returns to the last place; after closing, the panel starts at the beginning.
    await panel.getByRole('button', { name: 'Back to the phrases' }).click();
    await expect.element(search).toHaveValue('minimum order is');
    await withGap.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await openPhrases();
    await expect.element(search).toHaveValue('');
    await search.fill('minimum order is');
    await withGap.click();
    await panel.getByLabelText('Number').fill('500');
    await expect.element(panel.getByRole('status')).toHaveTextContent('我们的最小起订量是500件。');
    await panel.getByRole('button', { name: 'Put into message' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(composer).toHaveValue('Our minimum order quantity is 500 pieces.');
    await expect.element(composer).toHaveFocus();
  });

  test('Escape discards the candidates of an input method, and closes the panel afterwards', async () => {
    await showChat();
    await openPhrases();
    await search.click();
    await compose('nihao');
    await pressComposing('Escape');
    await compose('');
    await expect.element(search).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });

  test.each(['en', 'ar'] as const)('look right on a phone, in %s', async (language) => {
    await showChat({ me: { language } });
    await composer.click();
    await page.getByRole('toolbar').getByRole('button').first().click();
    await expect.element(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    expect(await lookFindings()).toEqual([]);
  });
});

describe.each(['en', 'ar'] as const)('on a phone, in %s', (language) => {
  // What the thumb of the hand that holds the phone gets to (docs/adr/0071): all but the upper third of the screen.
  test.each([
    { ...PHONE, aboveKeyboard: 510 },
    { ...NARROW, aboveKeyboard: 380 },
  ])('a thumb reaches send, also above the keyboard, $width px', async ({ width, height, aboveKeyboard }) => {
    await page.viewport(width, height);
    await showChat({ me: { language } });
    const submit = page.elementLocator(document.querySelector('form [type=submit]') as Element);
    const expectInReach = async (visible: number) => {
      await expect.element(submit).toBeVisible();
      await expect.poll(() => submit.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(visible);
      const box = submit.element().getBoundingClientRect();
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      expect(box.top).toBeGreaterThanOrEqual(height / 3);
    };
    await composer.fill('Lamp');
    await expectInReach(height);
    await page.viewport(width, aboveKeyboard);
    await composer.fill('line\n'.repeat(12));
    await expectInReach(aboveKeyboard);
  });

  test('the placeholder is whole on the narrowest phone, and with letters of twice the size', async () => {
    await page.viewport(NARROW.width, NARROW.height);
    await showChat({ me: { language } });
    const lack = () => lackOfPlaceholder(composer.element() as HTMLTextAreaElement);
    expect(lack()).toBe(0);
    await page.viewport(PHONE.width, PHONE.height);
    await commands.setLetterSize(32);
    onTestFinished(() => commands.setLetterSize(16));
    await expect.poll(lack).toBe(0);
  });
});
