import { LANGUAGES } from '@dragoman/domain/languages';
import { describe, expect, it } from 'vitest';
import { mailLanguage, renderMail } from './render-mail.ts';
import { MAIL_TEXTS, type MailKind } from './texts.ts';

const KINDS = Object.keys(MAIL_TEXTS.en) as MailKind[];
const content = {
  to: 'lin@fair.example',
  brand: 'Dragoman',
  link: 'https://fair.example/auth/v1/verify?token=abc&type=signup',
  code: '123456',
  newAddress: 'new@fair.example',
};

describe('renderMail', () => {
  it.each(LANGUAGES.flatMap((language) => KINDS.map((kind) => [language, kind] as const)))(
    'leaves no placeholder in %s %s, and has the code in both forms',
    (language, kind) => {
      const mail = renderMail({ ...content, language, kind });
      expect(`${mail.subject}${mail.text}${mail.html.replace(/style="[^"]*"/g, '')}`).not.toMatch(/[{}]/);
      expect(mail.text).toContain('123456');
      expect(mail.html).toContain('123456');
      const hasLink = kind !== 'reauthentication';
      expect(mail.text.includes(content.link)).toBe(hasLink);
      expect(mail.html.includes('href="https://fair.example/auth/v1/verify?token=abc&amp;type=signup"')).toBe(
        hasLink,
      );
    },
  );

  it('says each thing in its own language', () => {
    for (const kind of KINDS) {
      const subjects = LANGUAGES.map((language) => renderMail({ ...content, language, kind }).subject);
      expect(new Set(subjects).size, kind).toBe(LANGUAGES.length);
    }
  });

  it('runs from right to left in Arabic, its code from left to right', () => {
    const { html } = renderMail({ ...content, language: 'ar', kind: 'magic_link' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<strong dir="ltr"');
    expect(renderMail({ ...content, language: 'zh', kind: 'magic_link' }).html).toContain('dir="ltr"');
  });

  it('names the new address, and lets no value become markup or a placeholder', () => {
    const mail = renderMail({
      ...content,
      language: 'en',
      kind: 'email_change',
      brand: '<b>&{address}',
      newAddress: '"x"@fair.example',
    });
    expect(mail.text).toContain('at <b>&{address} is to use the address "x"@fair.example');
    expect(mail.html).toContain(
      'at &lt;b&gt;&amp;{address} is to use the address &quot;x&quot;@fair.example',
    );
    expect(mail.html).not.toContain('<b>');
  });
});

describe('mailLanguage', () => {
  it('is the chosen one if it is one of ours', () => {
    expect(mailLanguage('ar')).toBe('ar');
    for (const other of ['fr', '', undefined, null, 7, {}, ['zh']]) expect(mailLanguage(other)).toBe('en');
  });
});
