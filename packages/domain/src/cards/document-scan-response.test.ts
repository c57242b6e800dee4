import { describe, expect, it } from 'vitest';
import { businessCardAnswer, entrancePassAnswer } from './document-scan-response.ts';

const CARD = { name: 'Nora Whitfield', email: 'nora@lamps.example' };

/** A document without guesses or alternatives. */
const PLAIN = { uncertain: [], alternatives: {} };

describe('answers of the functions', () => {
  it('count as successful only with a success flag', () => {
    const found = {
      company: '',
      designation: '',
      phone: '',
      website: '',
      whatsapp: '',
      wechat: '',
      badge: '',
      ...CARD,
      ...PLAIN,
    };
    expect(businessCardAnswer({ success: true, data: CARD })).toEqual({ success: true, found });
    for (const body of [null, 'x', {}, { data: CARD }, { success: 'true', data: CARD }]) {
      expect(businessCardAnswer(body)).toEqual({ success: false, error: '' });
    }
    expect(entrancePassAnswer({ success: false, error: ' Blurred ' })).toEqual({
      success: false,
      error: 'Blurred',
    });
    expect(entrancePassAnswer({ success: true, data: { name: 7 } })).toEqual({ success: false, error: '' });
  });

  it('have empty strings for what is missing', () => {
    expect(entrancePassAnswer({ success: true, data: { name: ' Mei ', company: null } })).toEqual({
      success: true,
      found: { name: 'Mei', company: '', designation: '', ...PLAIN },
    });
    expect(businessCardAnswer({ success: true })).toMatchObject({ success: true, found: { wechat: '' } });
  });

  it('may say what is uncertain and how else it is written, in either place', () => {
    const extras = { uncertain: ['name'], alternatives: { nativeName: ' 陈思远 ' } };
    const found = { uncertain: ['name'], alternatives: { nativeName: '陈思远' } };
    expect(businessCardAnswer({ success: true, data: { ...CARD, ...extras } })).toMatchObject({ found });
    expect(entrancePassAnswer({ success: true, data: { name: 'Chen' }, ...extras })).toMatchObject({ found });
    const nonsense = { ...CARD, uncertain: 'all', alternatives: [7] };
    expect(businessCardAnswer({ success: true, data: nonsense })).toMatchObject({ found: PLAIN });
  });
});
