import type { Language } from '@dragoman/domain/languages';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import { isolated, SOFT } from '../missed-replies/digest.ts';
import { fillIn } from '../missed-replies/texts.ts';
import { FOLLOW_UP_TEXTS } from './texts.ts';

export interface FollowUpMail {
  /** Of the row: each attempt at a mail has the same Message-ID. */
  id: string;
  to: string;
  /** The reader's, for the lines below the text. */
  language: Language;
  subject: string;
  text: string;
  /** The person who approved the mail; replies go to the address. */
  sender: { name: string; company: string | null; address: string };
}

/**
 * @returns the mail as its reader gets it: the approved words, who sent them and why, and how to get
 * no more
 * @param install the product's name and origin, and the address that takes the reader's POST of RFC 8058
 */
export function renderFollowUp(
  { id, to, language, subject, text, sender }: FollowUpMail,
  install: { app: string; publicUrl: string; unsubscribeUrl: string },
): Mail {
  const { app, publicUrl, unsubscribeUrl } = install;
  const texts = FOLLOW_UP_TEXTS[language];
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const { name, company, address } = sender;
  const why = fillIn(texts.why, {
    sender: isolated(company ? `${name} (${company})` : name),
    app: isolated(app),
    address: isolated(address),
  });
  return {
    to,
    subject,
    writer: { name, address },
    text: [text, '-- ', why, `${texts.stop}: ${unsubscribeUrl}`].join('\n\n'),
    html: `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body dir="${direction}" style="margin:0;padding:24px;font-family:sans-serif;color:#1c2525;text-align:start">
<div dir="auto" style="white-space:pre-line">${escapeHtml(text)}</div>
<p style="${SOFT}">${escapeHtml(why)}<br><a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(texts.stop)}</a></p>
</body>
</html>
`,
    messageId: `<follow-up.${id}@${new URL(publicUrl).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
