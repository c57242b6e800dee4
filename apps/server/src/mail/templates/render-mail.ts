import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@dragoman/domain/languages';
import type { Mail } from '../mail.ts';
import { MAIL_TEXTS, type MailKind, SHARED_TEXTS } from './texts.ts';

export interface MailContent {
  kind: MailKind;
  to: string;
  language: Language;
  /** The product's name. */
  brand: string;
  /** The link that the mail is about; not shown by kinds without one. */
  link: string;
  /** The digits to type instead. */
  code: string;
  /** The address that an e-mail change leads to. */
  newAddress?: string;
}

/** The language of a mail: the user's own choice if it is one of ours, else English. */
export function mailLanguage(preferred: unknown): Language {
  return isLanguage(preferred) ? preferred : DEFAULT_LANGUAGE;
}

/** Fills a mail's template. Every value is escaped in the HTML and none is read as a placeholder again. */
export function renderMail(content: MailContent): Mail {
  const texts = MAIL_TEXTS[content.language][content.kind];
  const shared = SHARED_TEXTS[content.language];
  const fill = (text: string) => fillIn(text, { brand: content.brand, address: content.newAddress ?? '' });
  const heading = fill(texts.heading);
  const body = fill(texts.body);
  const codeLabel = texts.action === null ? shared.code : shared.orCode;
  const link = texts.action === null ? null : { label: fill(texts.action), url: content.link };
  return {
    to: content.to,
    subject: fill(texts.subject),
    text: [body, ...(link ? [link.url] : []), `${codeLabel} ${content.code}`, shared.ignore].join('\n\n'),
    html: renderHtml({
      language: content.language,
      heading,
      body,
      link,
      codeLabel,
      code: content.code,
      ignore: shared.ignore,
    }),
  };
}

function renderHtml(parts: {
  language: Language;
  heading: string;
  body: string;
  link: { label: string; url: string } | null;
  codeLabel: string;
  code: string;
  ignore: string;
}): string {
  const direction = parts.language === 'ar' ? 'rtl' : 'ltr';
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0f5f5c;color:#ffffff;text-decoration:none';
  const link = parts.link
    ? `<p><a href="${escapeHtml(parts.link.url)}" style="${button}">${escapeHtml(parts.link.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${parts.language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(parts.heading)}</title></head>
<body dir="${direction}" style="margin:0;padding:24px;font-family:sans-serif;color:#1c2525;text-align:start">
<h1 style="font-size:20px">${escapeHtml(parts.heading)}</h1>
<p>${escapeHtml(parts.body)}</p>
${link}
<p>${escapeHtml(parts.codeLabel)} <strong dir="ltr" style="font-size:20px;letter-spacing:2px">${escapeHtml(parts.code)}</strong></p>
<p style="color:#5b6b6b;font-size:13px">${escapeHtml(parts.ignore)}</p>
</body>
</html>
`;
}

function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
