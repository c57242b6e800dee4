import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrandStore, readBrand } from './brand-store.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'brand-'));
  mkdirSync(path.join(dataDir, 'brand'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function write(brand: unknown): void {
  writeFileSync(path.join(dataDir, 'brand.json'), typeof brand === 'string' ? brand : JSON.stringify(brand));
}

function picture(name: string, content: Buffer | string = PNG): void {
  writeFileSync(path.join(dataDir, 'brand', name), content);
}

function problems(brand: unknown): readonly string[] {
  write(brand);
  try {
    readBrand(dataDir);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('brand.json', () => {
  it('may be absent', () => {
    expect(readBrand(dataDir).brand).toEqual({
      name: 'Dragoman',
      footerCredit: 'Dragoman',
      copyrightYear: 2024,
      sponsors: [],
    });
  });

  it('can leave empty sponsored places out', () => {
    write({ emptyPlaces: false });
    expect(readBrand(dataDir).brand).toMatchObject({ sponsors: [], emptyPlaces: false });
    expect(problems({ emptyPlaces: 'no' })).toEqual([expect.stringContaining('emptyPlaces')]);
  });

  it('tells the browser what is given, and nothing empty but the lines that are to be left out', () => {
    picture('logo.png');
    picture('Fair & Co 灯.png');
    write({
      name: '  Lumen Fair ',
      company: 'Lumen Fairs Ltd',
      phone: '',
      whatsapp: '+971 50 555 0142',
      location: '',
      availability: 'Weekdays from 9 to 18',
      logo: 'logo.png',
      sponsors: [
        {
          label: '宏远照明',
          text: '展位 4-112',
          link: 'https://sponsor.example/',
          image: 'Fair & Co 灯.png',
        },
        { label: 'Plain words' },
      ],
    });
    expect(readBrand(dataDir).brand).toEqual({
      name: 'Lumen Fair',
      company: 'Lumen Fairs Ltd',
      whatsapp: '+971 50 555 0142',
      location: '',
      availability: 'Weekdays from 9 to 18',
      footerCredit: 'Lumen Fair',
      copyrightYear: 2024,
      logo: { src: expect.stringMatching(/^\/brand\/logo\.png\?v=[\w-]{16}$/), width: 1, height: 1 },
      sponsors: [
        {
          label: '宏远照明',
          text: '展位 4-112',
          link: 'https://sponsor.example/',
          image: expect.stringMatching(/^\/brand\/Fair%20%26%20Co%20%E7%81%AF\.png\?v=/),
        },
        { label: 'Plain words' },
      ],
    });
  });

  it('may begin with a byte order mark', () => {
    write('\uFEFF{"name": "Lumen Fair"}');
    expect(readBrand(dataDir).brand.name).toBe('Lumen Fair');
  });

  it.each<[string, unknown, string]>([
    ['a misspelt key', { nmae: 'Fair' }, '"nmae"'],
    ['a misspelt key of a sponsor', { sponsors: [{ label: 'A', url: 'https://a.example' }] }, 'sponsors.0: '],
    ['a number for a name', { name: 4 }, 'name: '],
    ['an empty name', { name: ' ' }, 'name: '],
    ['a line break', { company: 'a\nb' }, 'company: must be one line'],
    ['a script for a web address', { website: 'javascript:alert(1)' }, 'website: must be a web address'],
    ['a script for a link', { sponsors: [{ label: 'A', link: 'javascript:1' }] }, 'sponsors.0.link: must be'],
    ['no address', { email: 'nobody' }, 'email: must be an e-mail address'],
    ['no number', { whatsapp: 'call me' }, 'whatsapp: must be a phone number'],
    ['a year in words', { copyrightYear: '2026' }, 'copyrightYear: '],
    ['a path for a picture', { logo: '../secrets.png' }, 'logo: must be the name of'],
    ['a picture of another site', { logo: 'https://a.example/a.png' }, 'logo: must be the name of'],
    ['a picture that is not there', { logo: 'logo.png' }, 'logo: there is no file'],
    ['a colour by name', { colors: { primary: 'teal' } }, 'colors.primary: must be a colour such as'],
    ['a list', [], 'expected object'],
    ['half a file', '{"name": "Lumen', 'is no JSON: '],
  ])('is refused with %s, and says where', (_what, brand, message) => {
    const found = problems(brand);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^brand\.json: /);
    expect(found[0]).toContain(message);
  });

  it('says everything that is wrong at once', () => {
    expect(problems({ name: 1, email: 'x', sponsors: [{ label: '' }] })).toHaveLength(3);
    expect(problems({ logo: 'a.png', icon: 'b.png', colors: { primary: '#ffffff' } })).toHaveLength(3);
  });
});

describe("a brand's picture", () => {
  it('is known by its content', () => {
    picture('really.png', '<html><script>alert(1)</script></html>');
    expect(problems({ logo: 'really.png' })[0]).toContain('is no PNG, JPEG, WebP or SVG picture');
    picture(
      'drawn.svg',
      '<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"/>',
    );
    write({ logo: 'drawn.svg' });
    const { brand, pictures } = readBrand(dataDir);
    expect(pictures.get('drawn.svg')?.type).toBe('image/svg+xml');
    expect(brand.logo).toMatchObject({ width: 40, height: 20 });
  });

  it('is small', () => {
    picture('large.png', Buffer.concat([PNG, Buffer.alloc(600_000)]));
    expect(problems({ logo: 'large.png' })[0]).toContain('is larger than 512 kB');
  });

  it('does not lead elsewhere', () => {
    writeFileSync(path.join(dataDir, 'secret.png'), PNG);
    symlinkSync(path.join(dataDir, 'secret.png'), path.join(dataDir, 'brand', 'logo.png'));
    mkdirSync(path.join(dataDir, 'brand', 'folder.png'));
    expect(problems({ logo: 'logo.png', icon: 'folder.png' })).toEqual([
      expect.stringContaining('is no plain file'),
      expect.stringContaining('is no plain file'),
    ]);
  });

  it('gets another address when it changes', () => {
    picture('logo.svg', '<svg width="4" height="4"></svg>');
    write({ logo: 'logo.svg' });
    const store = openBrandStore(dataDir, { info: () => {}, error: () => {} });
    const before = store.current().brand.logo?.src;
    // Another length also helps: where the clock of the file system is coarse, both may have been
    // written at one time.
    picture('logo.svg', '<svg width="16" height="4"></svg>');
    expect(store.current().brand.logo?.src).not.toBe(before);
  });
});

describe('the brand in use', () => {
  it('follows the file, and stays as it was while the file is wrong', () => {
    const logged: unknown[] = [];
    const store = openBrandStore(dataDir, { info: () => {}, error: (...words) => logged.push(words) });
    expect(store.current().brand.name).toBe('Dragoman');
    write({ name: 'Lumen Fair' });
    expect(store.current().brand.name).toBe('Lumen Fair');
    expect(store.current()).toBe(store.current());

    write({ name: 'Lumen Fair 2', phone: 'none' });
    expect(store.current().brand.name).toBe('Lumen Fair');
    expect(store.current().brand.name).toBe('Lumen Fair');
    expect(JSON.stringify(logged)).toContain('phone: must be a phone number');
    expect(logged).toHaveLength(1);

    // A picture that comes after the file that names it.
    write({ name: 'Lumen Fair 3', logo: 'late.png' });
    expect(store.current().brand.name).toBe('Lumen Fair');
    picture('late.png');
    expect(store.current().brand.name).toBe('Lumen Fair 3');

    rmSync(path.join(dataDir, 'brand.json'));
    expect(store.current().brand.name).toBe('Dragoman');
  });

  it('does not begin with a file that is wrong', () => {
    write({ nmae: 'Lumen Fair' });
    expect(() => openBrandStore(dataDir, { info: () => {}, error: () => {} })).toThrow(ConfigError);
  });
});
