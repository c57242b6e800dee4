import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import type { People } from '../fixtures/people.ts';
import { AUTH_STORAGE_KEY } from '../fixtures/signed-in-state.ts';
import { expect, test, WORKER_BLOCKED } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { expectHydrated } from '../pages/server-page.ts';

// The landing page, /join and /b are rendered on the server and hydrated (docs/adr/0059).

const LOOKS = [{ ...PHONE, colorScheme: 'dark' } as const, { ...DESKTOP, colorScheme: 'light' } as const];

/** In English each page has both looks, else they take turns. */
function looksOf(language: string, turn: number): readonly (typeof LOOKS)[number][] {
  if (language === 'en') return LOOKS;
  return LOOKS.filter((_, index) => index === turn % LOOKS.length);
}

const LOCALES = { en: 'en-GB', zh: 'zh-CN', ar: 'ar' } as const;

async function serverPages(people: People): Promise<string[]> {
  const vendor = await people.vendor({ name: 'Zoë Park', company: 'Lamps & Sons' });
  const booth = await vendor.client
    .from('booth_codes')
    .insert({ vendor_id: vendor.profileId, label: 'Street lamps' })
    .select('code')
    .single()
    .throwOnError();
  const join = `/join/${await people.openSession(vendor)}`;
  return ['/', join, `${join}?guest`, `/b/${booth.data.code}`];
}

/** Opens a page whose scripts do not come. @returns what lets them come */
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
  await expect(page.locator('main h1')).toBeVisible();
  return come;
}

/**
 * The elements of a page with their attributes and texts, in one form for all sources of the page.
 */
async function content(page: Page): Promise<string> {
  const parts = await page.locator('header, main, footer').evaluateAll((all) => {
    const write = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return '';
      const attributes = [...node.attributes]
        // The server writes the chosen language as an attribute, the browser keeps it as a
        // property.
        .filter(({ name }) => name !== 'selected')
        .map(({ name, value }) =>
          name === 'style' ? (node as HTMLElement).style.cssText : `${name}="${value}"`,
        );
      const tag = [node.localName, ...attributes.sort()].join(' ');
      return `<${tag}>${[...node.childNodes].map(write).join('')}</${node.localName}>\n`;
    };
    return all.map(write);
  });
  return parts.join('');
}

for (const [language, locale] of Object.entries(LOCALES)) {
  test(`pages of the server are hydrated without a difference: ${language} @long`, async ({
    people,
    openPage,
  }) => {
    test.slow();
    for (const [turn, path] of (await serverPages(people)).entries()) {
      for (const device of looksOf(language, turn)) {
        await test.step(`${path.slice(0, 6)}, ${device.viewport?.width} px wide, ${device.colorScheme}`, async () => {
          const page = await openPage({ ...device, locale });
          const said: string[] = [];
          page.on('console', (line) => {
            if (line.text() !== WORKER_BLOCKED) said.push(`${line.type()}: ${line.text()}`);
          });
          page.on('pageerror', (error) => said.push(error.message));
          const come = await openWithoutScripts(page, path);
          const rendered = await content(page);
          await page.evaluate(() => {
            const nodes = [...document.querySelectorAll('#root *')];
            Object.assign(window, { replaced: () => nodes.filter((node) => !node.isConnected).length });
          });
          come();
          await expectHydrated(page);
          if (!path.endsWith('?guest')) {
            expect(await page.evaluate(() => (window as unknown as Marked).replaced())).toBe(0);
          }
          expect(said).toEqual([]);

          // With an invalid session the client renders the same page without hydrating it.
          const other = await openPage({ ...device, locale });
          await other.addInitScript((key) => localStorage.setItem(key, '{}'), AUTH_STORAGE_KEY);
          // The guest's form does not come.
          await other.route(/guest-form/, () => {});
          await other.goto(path);
          await expectHydrated(other);
          await expect(other.locator('main h1')).toBeVisible();
          expect(await content(other)).toBe(rendered);
          await Promise.all([page.close(), other.close()]);
        });
      }
    }
  });
}

interface Marked {
  /** The number of the server's elements that are no longer in the page. */
  replaced(): number;
}

test('a press before hydration is not lost', async ({ people, openPage }) => {
  const [landing = '', join = ''] = await serverPages(people);

  await test.step('the offer to go on as a guest', async () => {
    const page = await openPage(PHONE);
    const come = await openWithoutScripts(page, join);
    await page.getByRole('link', { name: textOf('en', 'join.guestButton') }).tap();
    await expect(page).toHaveURL(/\?guest$/);
    come();
    await expect(page.getByRole('textbox', { name: textOf('en', 'guest.name') })).toBeVisible();
  });

  await test.step('a role, which is remembered after the login', async () => {
    const page = await openPage(DESKTOP);
    const come = await openWithoutScripts(page, landing);
    await page.getByRole('link', { name: textOf('en', 'landing.vendor') }).click();
    await expect(page).toHaveURL(/\/login\?role=vendor$/);
    come();
    await expect(page.getByRole('textbox', { name: textOf('en', 'auth.email') })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('dragoman-chosen-role')))
      .toContain('"value":"vendor"');
  });

  await test.step('a language, without any script of the app', async () => {
    for (const path of [landing, join]) {
      const page = await openPage(PHONE);
      const come = await openWithoutScripts(page, path);
      await page.getByLabel(textOf('en', 'common.displayLanguage')).selectOption('ar');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      come();
      await expectHydrated(page);
      await expect(page.getByLabel(textOf('ar', 'common.displayLanguage'))).toHaveValue('ar');
    }
  });
});

test('signed-in users never see what is for people who are not signed in', async ({ people, openPage }) => {
  const visitor = await people.visitor({ name: 'Wei' });
  const [landing = '', join = ''] = await serverPages(people);
  const page = await openPage(PHONE, { as: visitor });
  await page.route(/\.js$/, () => {});
  await page.goto(join, { waitUntil: 'commit' });
  await expect(page.getByText('Zoë Park', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: textOf('en', 'join.guestButton') })).toBeHidden();
  await page.goto(landing, { waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeAttached();
  await expect(page.locator('h1')).toBeHidden();
});
