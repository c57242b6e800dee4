import { describe, expect, it } from 'vitest';
import type { BrandFields } from './brand.ts';
import { brandOf, formOf, placeProblem } from './brand-form.ts';

const BRAND: BrandFields = {
  name: 'Lumen Fair',
  company: '',
  email: '',
  phone: '',
  website: '',
  whatsapp: '',
  footerCredit: '',
  copyrightYear: 2026,
  colors: { primary: '#7a1f5c' },
  sponsors: [{ label: 'Quiet Lamps', text: '', link: '' }],
  emptyPlaces: true,
};

describe('the form of a brand', () => {
  it('gives back what it was filled with', () => {
    expect(brandOf(formOf(BRAND), BRAND)).toEqual({ ...BRAND, logo: '', icon: '' });
    const whole = {
      ...BRAND,
      location: '',
      availability: 'From 9',
      logo: 'a.png',
      icon: 'b.png',
      emptyPlaces: false,
    };
    expect(brandOf(formOf(whole), whole)).toEqual(whole);
  });

  it('tells no line from the product’s own', () => {
    expect(brandOf({ ...formOf(BRAND), location: 'Dubai' }, BRAND).location).toBe('Dubai');
    expect(brandOf(formOf(BRAND), BRAND)).not.toHaveProperty('location');
    const said = { ...BRAND, location: 'Dubai' };
    expect(brandOf({ ...formOf(said), location: '' }, said).location).toBe('');
  });

  it('leaves colours and pictures out that are not there, and years that are none to the server', () => {
    const form = { ...formOf(BRAND), primary: ' ', accent: '#F3A712 ', copyrightYear: 'soon' };
    expect(brandOf(form, BRAND)).toMatchObject({ colors: { accent: '#F3A712' }, copyrightYear: 0 });
    expect(brandOf(form, BRAND).sponsors[0]).not.toHaveProperty('image');
  });
});

describe('a refusal', () => {
  it.each([
    ['value.name', 'invalid', true, 'name', 'required'],
    ['value.name', 'invalid', false, 'name', 'line'],
    ['value.sponsors.2.link', 'invalid', false, 'sponsors.2.link', 'web'],
    ['value.colors.primary', 'invalid', false, 'primary', 'color'],
    ['colors.primaryDark', 'contrast', false, 'primaryDark', 'contrast'],
    ['sponsors.0.image', 'picture', false, 'sponsors.0.image', 'picture'],
    ['value.company', 'invalid', false, 'company', 'line'],
  ])('the message of %s (%s) appears at its field', (path, code, empty, field, rule) => {
    expect(placeProblem({ path, code }, () => empty)).toEqual({ field, rule });
  });
});
