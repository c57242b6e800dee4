import { describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { Profile } from '@/shared/api/database-types.ts';
import { download } from '@/shared/testing/download.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { readQrOnScreen } from '@/shared/testing/read-qr.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { ContactCardDialog } from './contact-card-dialog.tsx';

const REACHABLE = {
  designation: 'Head of Sales',
  phone: '+971 4 555 0142',
  website: 'https://harbour.example/lamps',
  linkedin: 'linkedin.com/in/nora-whitfield',
  whatsapp: '+971 (50) 555-0142',
  wechat: 'harbour_lighting',
};

const card = page.getByRole('dialog', { name: 'Contact card' });

async function showCard(given: Partial<Profile>, language: 'en' | 'ar' = 'en'): Promise<void> {
  await renderInApp(<ContactCardDialog person={person(given)} open onOpenChange={() => {}} />, { language });
}

test('shows who it is and links every way to reach them', async () => {
  await showCard(REACHABLE);
  for (const text of ['Nora Whitfield', 'Head of Sales', 'Harbour Lighting']) {
    await expect.element(card.getByText(text, { exact: true })).toBeVisible();
  }
  const links: Record<string, [href: string, newTab: boolean]> = {
    Email: ['mailto:nora@harbour.example', false],
    Phone: ['tel:+97145550142', false],
    Website: ['https://harbour.example/lamps', true],
    LinkedIn: ['https://linkedin.com/in/nora-whitfield', true],
  };
  for (const [name, [href, newTab]] of Object.entries(links)) {
    const link = card.getByRole('link', { name: new RegExp(`^${name}`) });
    await expect.element(link).toHaveAttribute('href', href);
    if (!newTab) {
      await expect.element(link).not.toHaveAttribute('target');
      continue;
    }
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', expect.stringMatching(/\bnoopener\b/));
  }
});

describe('the codes', () => {
  const dialog = page.getByRole('dialog', { name: 'Nora Whitfield' });

  function codeSize(): unknown {
    const { width, height } = dialog.getByRole('img').element().getBoundingClientRect();
    return { width, height };
  }

  test('that of WhatsApp is 16 rem square and opens a chat with the digits of the number', async () => {
    await showCard(REACHABLE);
    await card.getByRole('button', { name: 'WhatsApp QR' }).click();
    await expect.element(dialog.getByText('Scan to chat on WhatsApp', { exact: true })).toBeVisible();
    expect(codeSize()).toEqual({ width: 256, height: 256 });
    expect(await readQrOnScreen()).toBe('https://wa.me/+971505550142');
    expect(await lookFindings()).toEqual([]);
    // Back to the card, with the focus where it was.
    await userEvent.keyboard('{Escape}');
    await expect.element(card.getByRole('button', { name: 'WhatsApp QR' })).toHaveFocus();
  });

  test('that of WeChat holds the ID itself, in dark mode too, and the ID can be copied', async () => {
    await showCard(REACHABLE);
    await commands.emulateMedia({ colorScheme: 'dark' });
    await card.getByRole('button', { name: 'WeChat QR' }).click();
    await expect.element(dialog.getByText('Scan to connect on WeChat', { exact: true })).toBeVisible();
    expect(codeSize()).toEqual({ width: 256, height: 256 });
    expect(await readQrOnScreen()).toBe('harbour_lighting');

    await dialog.getByRole('button', { name: 'Copy WeChat ID' }).click();
    await expectToast('WeChat ID Copied');
    expect(await navigator.clipboard.readText()).toBe('harbour_lighting');
  });

  test('WhatsApp is reached by the telephone number when there is no other', async () => {
    await showCard({ phone: '٠٠٩٧١ ٥٠ ٥٥٥ ٠١٤٢' });
    await card.getByRole('button', { name: 'WhatsApp QR' }).click();
    await expect.element(page.getByText('Scan to chat on WhatsApp', { exact: true })).toBeVisible();
    expect(await readQrOnScreen()).toBe('https://wa.me/+971505550142');
  });
});

test('leaves out what was not given, and links nothing but web addresses', async () => {
  await showCard({ linkedin: 'javascript:alert(document.domain)', website: 'ask me' });
  await expect.element(card.getByRole('link', { name: /^Email/ })).toBeVisible();
  expect(card.getByRole('link').elements()).toHaveLength(1);
  await expect.element(card.getByText('javascript:alert(document.domain)')).toBeVisible();
  expect(card.getByText('Phone').elements()).toEqual([]);
  expect(card.getByRole('button', { name: /QR/ }).elements()).toEqual([]);
});

test('is saved as a vCard named after the person', async () => {
  await showCard({
    role: 'visitor',
    name: 'سلمى الخطيب',
    company: 'واحة النور',
    email: 'salma@waha.example',
    phone: '+966 50 555 0188',
    designation: 'مديرة',
  });
  const file = await download(card.getByRole('button', { name: 'Save Contact' }));
  expect(file.name).toBe('سلمى الخطيب.vcf');
  expect(await file.content.text()).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:الخطيب;سلمى;;;',
      'FN:سلمى الخطيب',
      'ORG:واحة النور',
      'TEL;TYPE=WORK,VOICE:+966505550188',
      'EMAIL;TYPE=INTERNET:salma@waha.example',
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
});

test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
  await showCard(REACHABLE, language);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
