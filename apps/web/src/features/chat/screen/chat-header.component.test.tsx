import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ar from '@/shared/i18n/ar.json';
import en from '@/shared/i18n/en.json';
import { answer, json } from '@/shared/testing/answers.ts';
import { download } from '@/shared/testing/download.ts';
import { DESKTOP, lookFindings } from '@/shared/testing/looks.ts';
import { NARROW } from '@/shared/testing/page-checks.ts';
import { expectToast } from '@/shared/testing/toasts.ts';
import { composer, showChat } from './show-chat.tsx';

// The other person's name, the way back and the shortcuts (specification 2.18).

const VISITOR = { role: 'visitor', name: 'Zoë Ångström', company: 'Nordlys', language: 'en' } as const;
const VENDOR = {
  name: 'Nora Whitfield',
  company: 'Harbour Lighting',
  language: 'en',
  whatsapp: '+971 50 555 0142',
  wechat: 'harbour_lighting',
} as const;

const opener = page.getByRole('button', { name: en.chat.shortcuts });
const menuItem = (name: string) => page.getByRole('menuitem', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

function header(): HTMLElement {
  const found = document.querySelector('header');
  if (!found) throw new Error('No header');
  return found;
}

describe('on a phone', () => {
  test('a menu has the shortcuts to what the other person has', async () => {
    await showChat({ me: VISITOR, other: VENDOR });
    await opener.click();
    const whatsApp = menuItem(en.chat.openWhatsApp);
    await expect.element(whatsApp).toBeVisible();
    const href = new URL(whatsApp.element().getAttribute('href') ?? '');
    expect(`${href.origin}${href.pathname}`).toBe('https://wa.me/+971505550142');
    expect(href.searchParams.get('text')).toContain(VISITOR.name);
    expect(href.searchParams.get('text')).toContain(VISITOR.company);
    await expect.element(whatsApp).toHaveAttribute('target', '_blank');
    await expect.element(whatsApp).toHaveAttribute('rel', expect.stringMatching(/\bnoopener\b/));
    await menuItem(en.chat.copyWeChat).click();
    await expectToast('WeChat ID Copied');
    expect(await navigator.clipboard.readText()).toBe('harbour_lighting');
    // It leaves the way back free.
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
    const end = () => header().getBoundingClientRect().bottom;
    await expect.poll(() => toast.first().element().getBoundingClientRect().top).toBeGreaterThan(end());

    await opener.click();
    const card = await download(menuItem(en.chat.saveContact));
    expect(card.name).toBe('Nora Whitfield.vcf');
    expect(await card.content.text()).toContain('VERSION:3.0');
  });

  test('key facts need no assistant, and none is shown where none is set up', async () => {
    await showChat({ me: VISITOR, other: VENDOR });
    await opener.click();
    await expect.element(menuItem(en.facts.title)).toBeVisible();
    expect(menuItem(en.assistant.title).elements()).toEqual([]);
    await menuItem(en.facts.title).click();
    const nothing = dialog(en.facts.title).getByRole('heading', { name: 'Nothing to list yet' });
    await expect.element(nothing).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(opener).toHaveFocus();
  });

  test('the code of the session is 192 px square; on the narrowest phone the menu has it', async () => {
    const { chat } = await showChat({ me: VISITOR, other: VENDOR });
    const share = dialog(en.chat.share);
    const code = share.getByRole('img');
    await page.getByRole('button', { name: en.chat.share }).click();
    await expect.element(share.getByText(en.chat.shareText, { exact: true })).toBeVisible();
    const { width, height } = code.element().getBoundingClientRect();
    expect([width, height]).toEqual([192, 192]);
    const address = new RegExp(`${location.origin}/join/${chat.id}`);
    await expect.element(code).toHaveAttribute('aria-label', expect.stringMatching(address));
    await userEvent.keyboard('{Escape}');

    await page.viewport(NARROW.width, NARROW.height);
    await expect.element(page.getByRole('button', { name: en.chat.share })).not.toBeInTheDocument();
    await opener.click();
    await menuItem(en.chat.share).click();
    await expect.element(code).toBeVisible();
  });

  test('a language is chosen and saved at once; a failure takes the choice back', async () => {
    const { me } = await showChat({ me: VISITOR, other: VENDOR });
    const choice = dialog(en.chat.changeLanguage);
    const arabic = choice.getByRole('radio', { name: 'العربية' });
    await page.getByRole('button', { name: en.chat.changeLanguage }).click();
    answer('PATCH /rest/v1/profiles', () => Promise.reject(new TypeError('Failed to fetch')));
    // Pressed rather than checked: the choice may be saved, or taken back, before the check.
    await arabic.click({ force: true });
    await expectToast('Error', 'Failed to update language. Please try again.');
    await expect.element(choice.getByRole('radio', { name: 'English' })).toBeChecked();

    let saved: unknown;
    answer('PATCH /rest/v1/profiles', async (request) => {
      saved = await request.json();
      return json({ ...me, language: 'ar' });
    });
    await arabic.click({ force: true });
    await expectToast('Language Updated', 'Your language preference has been updated.');
    expect(saved).toMatchObject({ language: 'ar' });
    await expect.element(choice).not.toBeInTheDocument();
    await expect.element(composer).toHaveAttribute('lang', 'ar');
  });

  test('the way back leads to the list of chats, and a thumb hits it', async () => {
    await showChat({ me: VISITOR, other: VENDOR });
    const back = page.getByRole('link', { name: en.chat.back, exact: true });
    await expect.element(back).toHaveAttribute('href', '/visitor-dashboard/sessions');
    const box = back.element().getBoundingClientRect();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  });

  test.each(['en', 'ar'] as const)('the menu and the dialogs look right, in %s', async (language) => {
    const texts = { en, ar }[language];
    await showChat({ me: { ...VISITOR, language }, other: VENDOR });
    await page.getByRole('button', { name: texts.chat.shortcuts }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await page.getByRole('menuitem', { name: texts.facts.title }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await lookFindings(), 'key facts').toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: texts.chat.changeLanguage }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await lookFindings(), 'language').toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: texts.chat.share }).click();
    await expect.element(page.getByRole('dialog').getByRole('img')).toBeVisible();
    expect(await lookFindings(), 'code').toEqual([]);
  });

  test.each(['en', 'ar'] as const)(
    'when the other person was last there is told whole, in %s',
    async (language) => {
      await page.viewport(NARROW.width, NARROW.height);
      const other = { ...VENDOR, name: 'Maximiliana Featherstonehaugh-Cholmondeley' };
      await showChat({ me: { ...VISITOR, language }, other, seenAt: new Date(Date.now() - 300_000) });
      const seen = () => header().querySelector('p [title]');
      await expect.poll(() => seen()?.textContent).toBeTruthy();
      const [line, paragraph] = [seen(), header().querySelector('p')];
      expect((line?.scrollWidth ?? 0) - (line?.clientWidth ?? 0)).toBe(0);
      const [inner, outer] = [line?.getBoundingClientRect(), paragraph?.getBoundingClientRect()];
      expect(inner?.bottom).toBeLessThanOrEqual((outer?.bottom ?? 0) + 1);
    },
  );
});

test('without a number or an ID there is only the card to save; a booth goes back to its dashboard', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await showChat({ me: VENDOR, other: VISITOR });
  await expect.element(page.getByRole('button', { name: en.chat.saveContact })).toBeVisible();
  expect(page.getByRole('link', { name: en.chat.openWhatsApp }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: en.chat.copyWeChat }).elements()).toEqual([]);
  const back = page.getByRole('link', { name: en.chat.back, exact: true });
  await expect.element(back).toHaveAttribute('href', '/vendor-dashboard');
});

test('where there is little height, nothing that the chat offers is out of reach', async () => {
  await page.viewport(844, 390);
  await showChat({ me: VISITOR, other: VENDOR });
  const inHeader = page.getByRole('list', { name: en.chat.shortcuts });
  const shortcuts = [en.chat.openWhatsApp, en.chat.copyWeChat, en.chat.saveContact, en.facts.title];
  const name = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
  for (const shortcut of shortcuts) {
    const box = inHeader
      .getByText(shortcut)
      .or(inHeader.getByLabelText(shortcut))
      .element()
      .getBoundingClientRect();
    expect(box.y, shortcut).toBeLessThan(name.y + name.height);
    expect(box.right, shortcut).toBeLessThanOrEqual(844);
  }

  // What can be sent can be sent above the keyboard, however many lines it has.
  await page.viewport(844, 200);
  await composer.fill('line\n'.repeat(12));
  const send = page.getByRole('button', { name: en.chat.send });
  await expect.poll(() => send.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(200);
  await composer.fill('');

  // Where there is no room for the shortcuts, a menu has them: at first, and once all of it has been loaded.
  await page.viewport(320, 256);
  await expect.element(inHeader).not.toBeInTheDocument();
  for (const time of ['first', 'second']) {
    await opener.click();
    for (const shortcut of shortcuts) await expect.element(menuItem(shortcut)).toBeVisible();
    await menuItem(en.facts.title).click();
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(dialog(en.facts.title)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(opener, { message: time }).toHaveFocus();
  }
});
