import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { boxOf } from '../pages/box-of.ts';
import { composer, expectChatOpen } from '../pages/chat-page.ts';

// A chat where there is little height: nothing that it offers is out of reach.

test('a phone on its side, above its keyboard, and a page at 400% @long', async ({ people, openPage }) => {
  const vendor = await people.vendor({ whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting' });
  const visitor = await people.visitor({ language: 'en' });
  const sessionId = await people.meet(vendor, visitor);
  const page = await openPage({ ...PHONE, viewport: { width: 844, height: 390 } }, { as: visitor });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  const inHeader = page.locator('header').getByRole('list', { name: 'Contact shortcuts' });
  const shortcuts = ['Open WhatsApp', 'Copy WeChat ID', 'Save Contact', 'Key facts'];

  await test.step('the shortcuts stand beside the name', async () => {
    const name = await boxOf(page.getByRole('heading', { level: 1 }));
    for (const shortcut of shortcuts) {
      const box = await boxOf(inHeader.getByText(shortcut).or(inHeader.getByLabel(shortcut)));
      expect(box.y, shortcut).toBeLessThan(name.y + name.height);
      expect(box.x + box.width, shortcut).toBeLessThanOrEqual(844);
    }
  });

  await test.step('what can be sent can be sent above the keyboard, however many lines it has', async () => {
    await page.setViewportSize({ width: 844, height: 200 });
    await composer(page).fill('line\n'.repeat(12));
    const { y, height } = await boxOf(page.getByRole('button', { name: 'Send message' }));
    expect(y + height).toBeLessThanOrEqual(200);
    await composer(page).fill('');
  });

  await test.step('where there is no room for the shortcuts, a menu has them', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await expect(inHeader).toBeHidden();
    const opener = page.getByRole('button', { name: 'Contact shortcuts' });
    // The second time all of it has been loaded, and comes at once.
    for (const time of ['first', 'second']) {
      await opener.click();
      for (const shortcut of shortcuts) {
        await expect(page.getByRole('menuitem', { name: shortcut }), shortcut).toBeVisible();
      }
      await page.getByRole('menuitem', { name: 'Key facts' }).click();
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(page.getByRole('dialog', { name: 'Key facts' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(opener, time).toBeFocused();
    }
  });
});
