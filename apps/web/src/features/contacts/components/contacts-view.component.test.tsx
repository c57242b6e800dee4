import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '@/shared/api/database-types.ts';
import { DESKTOP, lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { readQrOnScreen } from '@/shared/testing/read-qr.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { ContactsView } from './contacts-view.tsx';

const ZOE = person({ role: 'visitor', name: 'Zoë Ångström', company: 'Nordlys', phone: '+46 8 555 010' });
const AHMED = person({ role: 'visitor', name: 'أحمد المنصوري', company: 'مؤسسة الواحة', language: 'ar' });
const SIYUAN = person({ role: 'visitor', name: '陈思远', company: '远山贸易', language: 'zh' });
const ADAM = person({ role: 'visitor', name: 'Adam West', company: '', email: 'adam@fair.example' });
const GUESTS = [ZOE, AHMED, SIYUAN, ADAM];

interface Shown {
  contacts?: Profile[];
  language?: 'en' | 'ar';
}

async function showContacts({ contacts = GUESTS, language = 'en' }: Shown = {}) {
  const onStartChat = vi.fn();
  await renderInApp(<ContactsView contacts={contacts} startingWith={null} onStartChat={onStartChat} />, {
    language,
  });
  return onStartChat;
}

function rowNames(): string[] {
  return [...document.querySelectorAll('tbody tr td:first-child bdi')].map((it) => it.textContent);
}

describe('on a desktop', () => {
  const heading = (name: string) => page.getByRole('columnheader', { name });

  async function showTable(shown?: Shown) {
    await page.viewport(DESKTOP.width, DESKTOP.height);
    return showContacts(shown);
  }

  test.each([
    ['zoe ANGSTROM', ZOE.name],
    ['احمد', AHMED.name],
    ['موسسه', AHMED.name],
    ['远山', SIYUAN.name],
    ['adam', ADAM.name],
  ])('a search for %j finds %j, however it is typed', async (query, name) => {
    await showTable();
    await expect.element(page.getByText('4 contacts', { exact: true })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill(query);
    await expect.element(page.getByText('1 contact found', { exact: true })).toBeVisible();
    expect(rowNames()).toEqual([name]);
  });

  test('a search without a result says so, and can be cleared', async () => {
    await showTable();
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('nobody of that name');
    await expect.element(page.getByRole('heading', { name: 'No one found' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await expect.element(page.getByText('4 contacts', { exact: true })).toBeVisible();
  });

  test('a click on a heading sorts, says so, and keeps missing values last', async () => {
    await showTable();
    await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(heading('Company')).toHaveAttribute('aria-sort', 'none');

    await heading('Company').getByRole('button').click();
    await expect.element(heading('Company')).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'none');
    const upwards = rowNames();
    expect(upwards.at(-1)).toBe('Adam West');

    await heading('Company').getByRole('button').click();
    await expect.element(heading('Company')).toHaveAttribute('aria-sort', 'descending');
    const [missing, ...sorted] = upwards.toReversed();
    expect(rowNames()).toEqual([...sorted, missing]);
  });

  test('what is missing is N/A', async () => {
    await showTable();
    const row = page.getByRole('row', { name: /Zoë Ångström/ });
    expect(row.getByText('N/A').elements()).toHaveLength(0);
    // Company and telephone.
    expect(
      page
        .getByRole('row', { name: /Adam West/ })
        .getByText('N/A')
        .elements(),
    ).toHaveLength(2);
  });
});

describe('on a phone', () => {
  const cards = page.getByRole('listitem');

  test('the order is chosen above the cards', async () => {
    await showContacts();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('phone');
    await expect.element(cards.first()).toHaveTextContent('Zoë Ångström');
    // Entries without a number stay below those with one.
    await page.getByRole('button', { name: 'Ascending order' }).click();
    await expect.element(page.getByRole('button', { name: 'Descending order' })).toBeVisible();
    await expect.element(cards.first()).toHaveTextContent('Zoë Ångström');
  });

  test('a card calls, shows the WhatsApp code, and says N/A for what is missing', async () => {
    const reachable = person({
      role: 'visitor',
      name: '陈思远',
      company: '远山贸易',
      designation: '采购经理',
      email: 'chen@yuanshan.example',
      phone: '+86 571 5550 8821',
    });
    await showContacts({ contacts: [reachable, ADAM] });
    const card = cards.filter({ hasText: 'chen@yuanshan.example' });
    for (const text of ['陈思远', '采购经理', '远山贸易']) {
      await expect.element(card.getByText(text, { exact: true })).toBeVisible();
    }
    await expect
      .element(card.getByRole('link', { name: 'Call' }))
      .toHaveAttribute('href', 'tel:+8657155508821');

    const other = cards.filter({ hasText: 'adam@fair.example' });
    await expect.element(other.getByText('N/A', { exact: true })).toBeVisible();
    await expect.element(other.getByText('Phone: N/A', { exact: true })).toBeVisible();
    expect(other.getByRole('link', { name: 'Call' }).elements()).toEqual([]);
    expect(other.getByRole('button', { name: 'WhatsApp QR' }).elements()).toEqual([]);

    await card.getByRole('button', { name: 'WhatsApp QR' }).click();
    await expect.element(page.getByText('Scan to chat on WhatsApp', { exact: true })).toBeVisible();
    expect(await readQrOnScreen()).toBe('https://wa.me/+8657155508821');
  });

  test('a card opens into the full one, which starts a chat', async () => {
    const onStartChat = await showContacts();
    await page.getByRole('button', { name: 'Adam West' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact card' });
    await expect.element(dialog.getByRole('link', { name: /^Email/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Start Chat' }).click();
    expect(onStartChat).toHaveBeenCalledExactlyOnceWith(ADAM);
  });
});

test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
  await showContacts({ language });
  expect(await lookFindings()).toEqual([]);
  await page.getByRole('searchbox').fill('nobody of that name');
  await expect.poll(() => page.getByRole('listitem').elements()).toEqual([]);
  expect(await lookFindings(), 'a search without a result').toEqual([]);
});
