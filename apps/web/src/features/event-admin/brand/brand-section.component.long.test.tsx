import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { BrandFields, BrandOnServer } from './brand.ts';
import { BrandSection } from './brand-section.tsx';

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

const BRAND: BrandFields = {
  name: 'Dragoman',
  company: '',
  email: '',
  phone: '',
  website: '',
  whatsapp: '',
  footerCredit: '',
  copyrightYear: 2024,
  colors: {},
  sponsors: [],
  emptyPlaces: true,
};

const save = page.getByRole('button', { name: 'Save' });
const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
// Beside it is the platform's picker, of the same name.
const color = textbox('Main colour').last();
const logo = page.getByRole('group', { name: 'Logo' });

function serve(given: Partial<BrandOnServer> = {}): void {
  adminReads('/brand', { brand: BRAND, changed: [], revision: 0, pictures: {}, ...given });
}

/** Gives a file to the field beside its button. */
function choose(text: string): void {
  const input = logo.element().querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No field for a logo');
  const files = new DataTransfer();
  files.items.add(new File([text], 'logo.svg', { type: 'image/svg+xml' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('pictures, colours and fields say what is wrong with them; what is right is saved', async () => {
  serve();
  adminActs('POST /brand/colors', () => ({ light: {}, dark: {}, problems: [] }));
  await renderForAdmin(<BrandSection />);
  await expect.element(textbox('Name of the event')).toHaveValue('Dragoman');
  adminActs('POST /brand/pictures', () => refusal(422, 'active_svg'));
  choose(MARK);
  await expect.element(logo.getByRole('alert')).toHaveTextContent(/^This SVG holds a script/);
  adminActs('POST /brand/pictures', () => ({ name: 'uploaded.svg' }));
  choose(MARK);
  await expect.element(logo.getByRole('button', { name: 'Replace' })).toBeVisible();
  await expect.element(logo.getByRole('alert')).not.toBeInTheDocument();

  await color.fill('teal');
  await save.click();
  await expect.element(color).toHaveAccessibleDescription(/^Enter a colour such as #/);
  adminActs('POST /brand/colors', () => ({ light: { '--primary': '#7a1f3d' }, dark: {}, problems: [] }));
  await color.fill('#7a1f3d');
  const preview = page.getByRole('region', { name: 'Light' });
  await expect.poll(() => getComputedStyle(preview.element()).getPropertyValue('--primary')).toBe('#7a1f3d');
  await page.getByRole('checkbox', { name: 'Show places without a sponsor' }).click();
  await page.getByRole('button', { name: 'Add a sponsor' }).click();
  await textbox('Name').fill('Quiet Lamps');
  await textbox('Link').fill('lamps.example');
  const problems = [{ path: 'value.sponsors.0.link', code: 'invalid', message: 'No address' }];
  adminActs('PUT /brand', () => refusal(422, 'invalid', { problems }));
  await save.click();
  await expect.element(page.getByText('Some fields cannot be saved as they are.')).toBeVisible();
  await expect
    .element(textbox('Link'))
    .toHaveAccessibleDescription('Enter a web address that begins with https://');
  await expect.element(textbox('Link')).toHaveFocus();
  expect(await lookFindings()).toEqual([]);

  await textbox('Link').fill('https://lamps.example');
  await textbox('Name of the event').fill('Lumen Fair');
  const sent = adminActs('PUT /brand');
  const brand = { ...BRAND, name: 'Lumen Fair', logo: 'uploaded.svg' };
  const pictures = { 'uploaded.svg': 'data:image/svg+xml,' };
  serve({ brand, changed: ['name', 'logo'], revision: 1, pictures });
  await save.click();
  await expectToast('Saved');
  await expect.element(page.getByText('Changed here')).toBeVisible();
  expect(sent).toEqual([
    {
      value: {
        ...brand,
        icon: '',
        colors: { primary: '#7a1f3d' },
        sponsors: [{ label: 'Quiet Lamps', text: '', link: 'https://lamps.example' }],
        emptyPlaces: false,
      },
      seen: 0,
    },
  ]);
});
