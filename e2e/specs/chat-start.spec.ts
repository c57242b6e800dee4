import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { type People, SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { bubble, bubbles, composer, expectMessages } from '../pages/chat-page.ts';

// A chat is read and drawn before the app's scripts are there (docs/adr/0035), out of what the server has written; the app takes its place.

const EVIL = '<img src=x onerror=alert(1)> & <b>bold</b> \uE000 https://fair.example/lamps';

async function chatWithWords(people: People) {
  const vendor = await people.vendor({ name: 'Zoë </script><i>& Söhne' });
  const visitor = await people.visitor(SALMA);
  const sessionId = await people.meet(vendor, visitor);
  const { greeting, answer } = SAID.en;
  await people.say(vendor, sessionId, { content: greeting.text, translated_content: greeting.ar });
  // All of the visitor's are translated: of one that is not the app says a moment later that it is being translated.
  await people.say(visitor, sessionId, { content: EVIL, translated_content: `${EVIL} <i>` });
  await people.say(visitor, sessionId, { content: 'صباح الخير', translated_content: 'Good morning' });
  await people.say(vendor, sessionId, { content: answer.text, translated_content: answer.ar });
  return { vendor, visitor, sessionId, texts: [greeting.text, EVIL, 'صباح الخير', answer.text] };
}

/** Opens a page without its scripts. @returns what lets them come */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await coming;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return come;
}

/** The app has taken the place of what the server has written. */
function appIsThere(page: Page) {
  return page.locator('#root:not([data-app])');
}

/** The position of every element and the markup of the bubbles, without the ids of their parts. */
function look(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    return {
      bubbles: all('[role="log"] li > :last-child').map((row) =>
        row.outerHTML.replace(/ (id|aria-controls)="[^"]*"/g, ''),
      ),
      boxes: all(
        'header, header h1, header button, [data-bubble], [data-bubble] :not(bdi, a), textarea, form button',
      ).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { name: element.localName, x, y, width, height };
      }),
    };
  });
}

/** Within a pixel. */
function near(px: number) {
  return expect.closeTo(px, -Math.log10(2));
}

test('a chat is visible before the app starts, and does not move', async ({ people, openPage }) => {
  test.slow();
  const { vendor, visitor, sessionId, texts } = await chatWithWords(people);
  for (const [person, options] of [
    [vendor, PHONE],
    [visitor, { ...DESKTOP, locale: 'ar' }],
  ] as const) {
    await test.step(`${person.profile.language}, ${options.viewport?.width} px wide`, async () => {
      const page = await openPage(options, { as: person });
      await page.addInitScript(() => localStorage.setItem('dragoman-translation-hint-seen', '1'));
      const come = await openWithoutScripts(page, `/chat/${sessionId}`);
      await expectMessages(page, texts);
      await expect(page.locator('[data-bubble] img, [data-bubble] b, h1 i')).toHaveCount(0);
      await expect(page.locator('body')).toHaveCSS('margin', '0px');
      const before = await look(page);
      // The user is at the end, where the composer is.
      await composer(page).focus();
      come();
      await expect(appIsThere(page)).toHaveCount(1);
      await expect(composer(page)).toBeFocused();
      const after = await look(page);
      // Addresses have become links meanwhile, or not yet.
      const plain = (html: string) => html.replace(/<bdi dir="ltr"><a [^>]*>(.*?)<\/a><\/bdi>/g, '$1');
      expect(after.bubbles.map(plain)).toEqual(before.bubbles);
      // The app rounds the places of rows, by less than a pixel each time.
      expect(after.boxes).toEqual(
        before.boxes.map(({ name, ...box }) => ({
          name,
          x: near(box.x),
          y: near(box.y),
          width: near(box.width),
          height: near(box.height),
        })),
      );
    });
  }
});

test('what is typed and pressed before the app is there is not lost', async ({ people, openPage }) => {
  test.slow();
  const { vendor, visitor, sessionId, texts } = await chatWithWords(people);
  const path = `/chat/${sessionId}`;

  await test.step('a message, and then a button', async () => {
    const page = await openPage(PHONE, { as: vendor });
    const come = await openWithoutScripts(page, path);
    await expectMessages(page, texts);
    await composer(page).fill('Sent before the app was there');
    await composer(page).press('Enter');
    come();
    await expect(bubble(page, 'Sent before the app was there')).toHaveCount(1);
    await expect(composer(page)).toHaveValue('');
    await expect(composer(page)).toBeFocused();
    await expect
      .poll(async () => (await people.messages(vendor, sessionId)).map(({ content }) => content))
      .toEqual([...texts, 'Sent before the app was there']);
  });

  await test.step('a draft, and a dialog', async () => {
    const page = await openPage({ ...DESKTOP, locale: 'ar' }, { as: visitor });
    const come = await openWithoutScripts(page, path);
    await expect(bubbles(page)).toHaveCount(texts.length + 1);
    await composer(page).fill('مسودة');
    await page.getByRole('button', { name: textOf('ar', 'chat.share') }).click();
    come();
    await expect(page.getByRole('dialog', { name: textOf('ar', 'chat.share') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(composer(page)).toHaveValue('مسودة');
  });

  await test.step('a sign-out in another tab clears the screen', async () => {
    const page = await openPage(PHONE, { as: vendor });
    await openWithoutScripts(page, path);
    await expect(bubbles(page)).toHaveCount(texts.length + 1);
    const other = await page.context().newPage();
    await other.goto('/favicon.svg');
    await other.evaluate(() => localStorage.removeItem('dragoman-auth'));
    await expect(page.locator('#root > *')).toHaveCount(0);
  });

  await test.step('a session that the server does not accept shows nothing', async () => {
    const page = await openPage(PHONE, { as: { session: { ...vendor.session, access_token: 'forged' } } });
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    // The app is loaded once it is clear whether there is something to draw.
    const loading = page.waitForRequest(/\.js$/);
    await openWithoutScripts(page, path);
    await Promise.all([refused, loading]);
    await expect(page.getByRole('log')).toBeVisible();
    await expect(bubbles(page)).toHaveCount(0);
    await expect(page.getByText(visitor.profile.name)).toHaveCount(0);
  });
});
