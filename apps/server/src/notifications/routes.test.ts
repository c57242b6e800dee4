import { LANGUAGES } from '@dragoman/domain/languages';
import { expect, it } from 'vitest';
import { renderConfirmation } from './routes.ts';

it.each(LANGUAGES)(
  'the mail that confirms an address has every word in %s and no placeholder',
  (language) => {
    const mail = renderConfirmation({
      to: 'a@b.example',
      app: 'Dragoman',
      language,
      link: 'https://fair.example/x',
    });
    const words = `${mail.subject}${mail.text}${mail.html.replace(/style="[^"]*"/g, '')}`;
    expect(words).not.toMatch(/[{}]|undefined|null/);
    expect(mail.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  },
);
