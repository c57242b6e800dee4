import { isLanguage, type Language, textDirection } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { type SigningKeys, TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import { type Context, Hono } from 'hono';
import { ZodError, z } from 'zod';
import type { AppContext } from '../context.ts';
import { fillIn } from './mail-parts.ts';

/** A link of a mail: what its token allows, and what a press on its page does. */
export interface MailedLink<Grant extends { language: Language }> {
  /** Of its page, below the functions' address. */
  path: string;
  /** Its tokens are valid for nothing else: see {@link SigningKeys.verifyPurpose}. */
  purpose: string;
  /** The life of its tokens. */
  seconds: number;
  grant: z.ZodType<Grant>;
  /** `{app}`: the product. */
  texts: Record<Language, { title: string; text: string; action: string; done: string }>;
  apply(db: Pick<Database, 'execute'>, grant: Grant): Promise<void>;
}

/** Mails lie in mailboxes for long. A year is more than the law of any country asks for. */
export const STOP_SECONDS = 365 * 24 * 60 * 60;

/** The reader of a mail. */
export const readerSchema = z.object({ profile: z.uuid(), language: z.custom<Language>(isLanguage) });

/** The words of the link {@link STOP_MAILS}. */
export const STOP_MAILS_WORDS: Record<Language, string> = {
  en: 'Get no more mails about messages',
  zh: '不再接收消息邮件',
  ar: 'إيقاف رسائل البريد عن المحادثات',
};

/** Ends a person's mails about messages and meetings. */
export const STOP_MAILS: MailedLink<z.infer<typeof readerSchema>> = {
  path: '/unsubscribe',
  purpose: 'missed-replies-stop',
  seconds: STOP_SECONDS,
  grant: readerSchema,
  texts: {
    en: {
      title: 'No more mails about messages?',
      text: '{app} will send you no more mails about unread messages. You can turn them on again in your profile.',
      action: 'Stop these mails',
      done: 'You will get no more mails about unread messages.',
    },
    zh: {
      title: '不再接收消息邮件？',
      text: '{app} 将不再通过邮件告知您未读消息。您可以在个人资料中重新开启。',
      action: '停止发送',
      done: '您将不再收到未读消息的邮件。',
    },
    ar: {
      title: 'إيقاف رسائل البريد عن المحادثات؟',
      text: 'لن يرسل إليك {app} بريدًا عن الرسائل غير المقروءة. يمكنك تشغيله من جديد في ملفك الشخصي.',
      action: 'إيقاف هذه الرسائل',
      done: 'لن يصلك بريد عن الرسائل غير المقروءة بعد الآن.',
    },
  },
  async apply(db, { profile }) {
    // The person may be gone by now.
    await db.execute(
      `insert into public.notification_settings (owner_id, email)
       select p.id, false from public.profiles p where p.id = $1
       on conflict (owner_id) do update set email = false`,
      [profile],
    );
  },
};

/** @returns the address of a link, with a token */
export async function mailedAddress<Grant extends { language: Language }>(
  keys: SigningKeys,
  publicUrl: string,
  { path, purpose, seconds }: MailedLink<Grant>,
  grant: Grant,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const token = await keys.sign({ aud: purpose, ...grant, iat, exp: iat + seconds });
  return `${publicUrl}/functions/v1${path}?token=${token}`;
}

/**
 * The page behind a link of mails, to be mounted at /functions/v1. A GET shows a button and changes
 * nothing, because mail servers follow links to check them. A POST does it, with or without the
 * body of a one-click unsubscription (RFC 8058).
 */
export function createMailedPage<Grant extends { language: Language }>(
  { db, signingKeys, brand }: Pick<AppContext, 'db' | 'signingKeys' | 'brand'>,
  link: MailedLink<Grant>,
): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.on(['GET', 'POST'], link.path, async (c) => {
    let grant: Grant;
    try {
      grant = link.grant.parse(await signingKeys.verifyPurpose(c.req.query('token') ?? '', link.purpose));
    } catch (error) {
      if (!(error instanceof TokenError || error instanceof ZodError)) throw error;
      const text = 'It has expired, or it is not complete.';
      return page(c, 'en', { title: 'This link does not work', text, action: null }, 400);
    }
    const { title, text, action, done } = link.texts[grant.language];
    if (c.req.method === 'GET') {
      const app = brand.current().brand.name;
      return page(c, grant.language, { title, text: fillIn(text, { app }), action }, 200);
    }
    await link.apply(db, grant);
    return page(c, grant.language, { title: done, text: '', action: null }, 200);
  });
  return routes;
}

function page(
  c: Context<ServerEnv>,
  language: Language,
  { title, text, action }: { title: string; text: string; action: string | null },
  status: 200 | 400,
): Response {
  const button = action === null ? '' : `<form method="post"><button>${escapeHtml(action)}</button></form>`;
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  return c.html(
    `<!doctype html>
<html lang="${language}" dir="${textDirection(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>body{margin:0 auto;max-width:32rem;padding:24px;font-family:sans-serif;color:#1c2525;line-height:1.5}
h1{font-size:22px}button{min-height:44px;padding:10px 20px;border:0;border-radius:8px;background:#0f5f5c;color:#fff;font:inherit}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button}</main></body>
</html>
`,
    status,
  );
}
