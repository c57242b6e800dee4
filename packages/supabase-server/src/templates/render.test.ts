import { describe, expect, it } from 'vitest';
import { ENGLISH } from './english.ts';
import { templatesFor } from './message-templates.ts';
import { renderCode } from './render-code.ts';
import { renderMail } from './render-mail.ts';

const FRENCH = { ...ENGLISH, language: 'fr' };

it('templatesFor takes the language that the user has chosen, else the first', () => {
  expect(templatesFor([ENGLISH, FRENCH], 'fr')).toBe(FRENCH);
  for (const other of ['de', '', undefined, null, 7, {}, ['fr']]) {
    expect(templatesFor([ENGLISH, FRENCH], other)).toBe(ENGLISH);
  }
});

describe('renderMail', () => {
  it('names the new address, and lets no value become markup or a placeholder', () => {
    const mail = renderMail({
      kind: 'email_change',
      to: 'lin@fair.example',
      templates: ENGLISH,
      app: '<b>&{address}',
      link: 'https://fair.example/auth/v1/verify?token=abc&type=email_change',
      code: '123456',
      newAddress: '"x"@fair.example',
    });
    expect(mail.text).toContain('at <b>&{address} is to use the address "x"@fair.example');
    expect(mail.html).toContain(
      'at &lt;b&gt;&amp;{address} is to use the address &quot;x&quot;@fair.example',
    );
    expect(mail.html).not.toContain('<b>');
  });
});

it('renderCode lets no value become a placeholder', () => {
  expect(renderCode(ENGLISH, { app: '{code}', code: '1' })).toContain('Your {code} code is 1.');
});
