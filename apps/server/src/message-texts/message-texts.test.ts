import { LANGUAGES } from '@dragoman/domain/languages';
import { type MailKind, templatesFor } from '@dragoman/supabase-server/templates/message-templates';
import { renderCode } from '@dragoman/supabase-server/templates/render-code';
import { renderMail } from '@dragoman/supabase-server/templates/render-mail';
import { describe, expect, it } from 'vitest';
import { MESSAGE_TEXTS } from './message-texts.ts';

const KINDS = Object.keys(MESSAGE_TEXTS[0].mails) as MailKind[];
const content = {
  to: 'lin@fair.example',
  app: 'Dragoman',
  link: 'https://fair.example/auth/v1/verify?token=abc&type=signup',
  code: '123456',
  newAddress: 'new@fair.example',
};

function codeText(language: unknown): string {
  return renderCode(templatesFor(MESSAGE_TEXTS, language), content);
}

it('are in the languages of the product, in English for all others', () => {
  expect(MESSAGE_TEXTS.map(({ language }) => language)).toEqual(LANGUAGES);
  for (const language of LANGUAGES) expect(templatesFor(MESSAGE_TEXTS, language).language).toBe(language);
  for (const other of ['fr', '', undefined, null, 7, {}, ['zh']]) {
    expect(templatesFor(MESSAGE_TEXTS, other).language).toBe('en');
  }
});

describe('mails', () => {
  it.each(
    MESSAGE_TEXTS.flatMap((templates) => KINDS.map((kind) => [templates.language, kind, templates] as const)),
  )('leave no placeholder in %s %s, and have the code in both forms', (_, kind, templates) => {
    const mail = renderMail({ ...content, templates, kind });
    expect(`${mail.subject}${mail.text}${mail.html.replace(/style="[^"]*"/g, '')}`).not.toMatch(/[{}]/);
    expect(mail.text).toContain('123456');
    expect(mail.html).toContain('123456');
    const hasLink = kind !== 'reauthentication';
    expect(mail.text.includes(content.link)).toBe(hasLink);
    expect(mail.html.includes('href="https://fair.example/auth/v1/verify?token=abc&amp;type=signup"')).toBe(
      hasLink,
    );
  });

  it('say each thing in their own language', () => {
    for (const kind of KINDS) {
      const subjects = MESSAGE_TEXTS.map((templates) => renderMail({ ...content, templates, kind }).subject);
      expect(new Set(subjects).size, kind).toBe(LANGUAGES.length);
    }
  });

  it('run from right to left in Arabic, their code from left to right', () => {
    const html = (language: string) =>
      renderMail({ ...content, templates: templatesFor(MESSAGE_TEXTS, language), kind: 'magic_link' }).html;
    expect(html('ar')).toContain('<html lang="ar" dir="rtl">');
    expect(html('ar')).toContain('<strong dir="ltr"');
    expect(html('zh')).toContain('dir="ltr"');
  });
});

describe('SMS', () => {
  it.each(LANGUAGES)('have the name and the code in %s, and no placeholder', (language) => {
    const text = codeText(language);
    expect(text).toContain('Dragoman');
    expect(text).toMatch(/(?<!\d)123456(?!\d)/);
    expect(text).not.toMatch(/[{}]/);
  });

  it('are written in three languages', () => {
    expect(new Set(LANGUAGES.map(codeText)).size).toBe(LANGUAGES.length);
  });

  it('fit in one paid part: 160 letters of Latin script, 70 of any other', () => {
    for (const language of LANGUAGES) {
      expect(codeText(language).length).toBeLessThanOrEqual(language === 'en' ? 160 : 70);
    }
  });
});
