import { describe, expect, it } from 'vitest';
import { filledFields, type ShareEntry, shareSteps } from './card-fields.ts';

function entry(minute: number, more: Partial<ShareEntry>): ShareEntry {
  return {
    id: `e${minute}`,
    reason: 'choice',
    shared: [],
    withheld: [],
    created_at: `2026-03-01T10:0${minute}:00+00:00`,
    ...more,
  };
}

describe('the record of what was shared', () => {
  it('tells what each choice gave and took back, the latest first', () => {
    const steps = shareSteps(
      [
        entry(3, { withheld: ['phone', 'wechat'] }),
        entry(1, { reason: 'exchange', shared: ['phone', 'company', 'email'] }),
        entry(2, { withheld: ['phone', 'email'] }),
      ],
      true,
    );
    expect(steps.map(({ kind, fields }) => [kind, ...fields])).toEqual([
      ['withdrawn', 'wechat'],
      ['given', 'email'],
      ['withdrawn', 'email', 'phone'],
      ['exchanged', 'company', 'email', 'phone'],
    ]);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  });

  it('tells a person of what came to the card and of what was chosen for everybody, since they met', () => {
    const entries = [
      entry(0, { reason: 'filled', shared: ['website'] }),
      entry(1, { reason: 'exchange', shared: ['company'] }),
      entry(2, { withheld: ['wechat'] }),
      entry(3, { reason: 'filled', shared: ['phone', 'wechat'] }),
      entry(4, { reason: 'filled', shared: ['wechat'] }),
      entry(5, { reason: 'everyone', withheld: ['phone'] }),
    ];
    expect(shareSteps(entries, true).map(({ kind, fields }) => [kind, ...fields])).toEqual([
      ['withdrawn', 'phone'],
      ['given', 'wechat'],
      ['filled', 'phone'],
      ['withdrawn', 'wechat'],
      ['exchanged', 'company'],
    ]);
  });

  it('tells of the default what came to the card, and that it was chosen for everybody', () => {
    const steps = shareSteps(
      [
        entry(1, { withheld: ['wechat'] }),
        entry(2, { reason: 'filled', shared: ['wechat', 'phone'] }),
        entry(3, { reason: 'everyone', withheld: ['wechat'] }),
      ],
      false,
    );
    expect(steps.map(({ kind, fields }) => [kind, ...fields])).toEqual([
      ['everyone'],
      ['filled', 'phone'],
      ['withdrawn', 'wechat'],
    ]);
  });

  it('begins with a choice where one chose before they met', () => {
    const steps = shareSteps(
      [
        entry(1, { withheld: ['email'] }),
        entry(2, { reason: 'exchange', shared: ['company'], withheld: ['email'] }),
      ],
      true,
    );
    expect(steps.map(({ kind, fields }) => [kind, ...fields])).toEqual([
      ['exchanged', 'company'],
      ['withdrawn', 'email'],
    ]);
  });
});

it('a field without a value is not offered for sharing', () => {
  const empty = {
    designation: null,
    phone: ' ',
    whatsapp: null,
    wechat: null,
    website: null,
    linkedin: null,
  };
  expect(filledFields({ ...empty, company: 'Lumen', email: 'a@lumen.example' })).toEqual([
    'company',
    'email',
  ]);
});
