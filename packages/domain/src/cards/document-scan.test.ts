import { describe, expect, it } from 'vitest';
import {
  type BusinessCard,
  businessCardFields,
  entrancePassFields,
  isEmptyPass,
  PASS_MAX_BYTES,
  passPictureProblem,
  scanChanges,
} from './document-scan.ts';

const CARD: BusinessCard = {
  name: 'Nora Whitfield',
  company: 'Harbour Lighting',
  designation: 'Head of Sales',
  email: 'nora@lamps.example',
  phone: '+971 4 555 0142',
  website: 'lamps.example',
  whatsapp: '+971 50 555 0142',
  wechat: 'harbour_lighting',
  badge: '8F3A-22C1',
  uncertain: [],
  alternatives: {},
};

/** A document without guesses or alternatives. */
const PLAIN = { uncertain: [], alternatives: {} };

describe('a picture of an entrance pass', () => {
  it.each([
    [{ size: 5 * 1024 * 1024 - 1, type: 'image/jpeg' }, null],
    [{ size: 5 * 1024 * 1024, type: 'image/jpeg' }, 'too-large'],
    [{ size: 10, type: 'IMAGE/HEIC' }, null],
    [{ size: 10, type: 'application/pdf' }, 'no-image'],
    [{ size: 10, type: '' }, 'no-image'],
    [{ size: PASS_MAX_BYTES, type: 'text/plain' }, 'too-large'],
  ] as const)('%o: %s', (picture, problem) => {
    expect(passPictureProblem(picture)).toBe(problem);
  });
});

it('a pass without name, company and designation is empty', () => {
  expect(isEmptyPass({ name: '', company: '', designation: '' })).toBe(true);
  expect(isEmptyPass({ name: '', company: '', designation: 'Buyer' })).toBe(false);
});

describe('fields of a business card', () => {
  it('are what is on it; a bare website becomes a link', () => {
    const { uncertain: _, alternatives: __, ...card } = CARD;
    expect(businessCardFields(CARD, 'https://fair.example')).toEqual({
      found: { ...card, website: 'https://lamps.example/' },
      defaults: {},
      uncertain: [],
      otherForms: {},
    });
  });

  it('carry doubts about what was read alone, and its other forms', () => {
    const card = {
      ...CARD,
      name: 'Chen Siyuan',
      company: '',
      uncertain: ['name', 'company', 'fax'],
      alternatives: { nativeName: '陈思远', latinName: 'Chen Siyuan', nativeCompany: '远山贸易' },
    };
    expect(businessCardFields(card, undefined)).toMatchObject({
      uncertain: ['name'],
      otherForms: { name: ['陈思远'] },
    });
  });

  it('default to the company’s website and to the phone number', () => {
    const card = { ...CARD, website: '', whatsapp: '', wechat: '' };
    expect(businessCardFields(card, 'https://fair.example').defaults).toEqual({
      website: 'https://fair.example',
      whatsapp: CARD.phone,
      wechat: CARD.phone,
    });
    expect(businessCardFields({ ...card, phone: '' }, undefined).defaults).toEqual({});
  });
});

describe('a scan', () => {
  const typed = { name: 'Nora', company: '', designation: 'Head of Sales', website: '', wechat: 'mine' };

  it('replaces what it read and never empties what was typed', () => {
    const pass = entrancePassFields({
      name: 'Nora Whitfield',
      company: 'Harbour Lighting',
      designation: '',
      ...PLAIN,
    });
    expect(scanChanges(typed, pass)).toEqual({ name: 'Nora Whitfield', company: 'Harbour Lighting' });
  });

  it('puts guesses into empty fields alone, and nothing into fields that the form lacks', () => {
    const card = businessCardFields(
      { ...CARD, designation: '', website: '', wechat: '' },
      'https://fair.example',
    );
    expect(scanChanges(typed, card)).toEqual({
      name: 'Nora Whitfield',
      company: 'Harbour Lighting',
      website: 'https://fair.example',
    });
  });

  it('changes nothing that is already filled in', () => {
    expect(scanChanges({ name: CARD.name }, businessCardFields(CARD, undefined))).toEqual({});
  });
});
