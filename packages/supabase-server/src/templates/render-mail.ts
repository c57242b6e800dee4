import type { Mail } from '../mail/mail.ts';
import { escapeHtml } from '../util/escape-html.ts';
import type { LanguageTemplates, MailKind } from './message-templates.ts';

export interface MailContent {
  kind: MailKind;
  to: string;
  templates: LanguageTemplates;
  /** The application's name. */
  app: string;
  /** The link that the mail is about; not shown by kinds without one. */
  link: string;
  /** The digits to type instead. */
  code: string;
  /** The address that an e-mail change leads to. */
  newAddress?: string;
}

/**
 * Fills a mail's template. Every value is escaped in the HTML and none is read as a placeholder
 * again.
 */
export function renderMail(content: MailContent): Mail {
  const { shared, ...templates } = content.templates;
  const texts = templates.mails[content.kind];
  const fill = (text: string) => fillIn(text, { app: content.app, address: content.newAddress ?? '' });
  const heading = fill(texts.heading);
  const body = fill(texts.body);
  const codeLabel = texts.action === null ? shared.code : shared.orCode;
  const link = texts.action === null ? null : { label: fill(texts.action), url: content.link };
  return {
    to: content.to,
    subject: fill(texts.subject),
    text: [body, ...(link ? [link.url] : []), `${codeLabel} ${content.code}`, shared.ignore].join('\n\n'),
    html: renderHtml({
      language: templates.language,
      direction: templates.direction,
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
  language: string;
  direction: 'ltr' | 'rtl';
  heading: string;
  body: string;
  link: { label: string; url: string } | null;
  codeLabel: string;
  code: string;
  ignore: string;
}): string {
  const { direction } = parts;
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
