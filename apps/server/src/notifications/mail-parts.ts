import { createHash } from 'node:crypto';
import { type Language, textDirection } from '@dragoman/domain/languages';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';

export const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5f5c;color:#ffffff;text-decoration:none';
export const SOFT = 'color:#5b6b6b;font-size:13px';

/**
 * SQL of where a person's mails go, with `u` as their user and `own` as their settings; null:
 * nowhere.
 */
export const MAIL_ADDRESS = `case
  when not coalesce(own.email, true) then null
  when u.is_anonymous then case when own.address_confirmed_at is not null then own.address end
  when u.email_confirmed_at is not null then nullif(u.email, '')
end`;

/** Fills placeholders such as `{name}`. No value is read as a placeholder again. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** A name of any script keeps its direction inside a sentence of another. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** @returns a mail's HTML. @param parts HTML */
export function mailPage(language: Language, title: string, parts: readonly string[]): string {
  const direction = textDirection(language);
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body dir="${direction}" style="margin:0;padding:24px;font-family:sans-serif;color:#1c2525;text-align:start">
${parts.join('\n')}
</body>
</html>
`;
}

export function mailHeading(title: string): string {
  return `<h1 style="font-size:20px">${escapeHtml(title)}</h1>`;
}

/**
 * The end of a mail that its reader can stop with one click (RFC 8058).
 * @param options.why the mail came
 * @param options.stop the words of the link
 * @param options.url takes the reader's POST of RFC 8058, and shows a page for a GET
 */
export function mailEnd({ why, stop, url }: { why: string; stop: string; url: string }) {
  return {
    text: [why, `${stop}: ${url}`],
    html: `<p style="${SOFT}">${escapeHtml(why)}<br><a href="${escapeHtml(url)}">${escapeHtml(stop)}</a></p>`,
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/**
 * @param key the same for each attempt at one mail: mail programs show a mail once, should a server
 * that was stopped in between send it again
 */
export function messageId(kind: string, key: string, publicUrl: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 40);
  return `<${kind}.${digest}@${new URL(publicUrl).hostname}>`;
}
