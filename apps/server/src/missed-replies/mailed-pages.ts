import type { Language } from '@dragoman/domain/languages';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import { type Context, Hono } from 'hono';
import { ZodError } from 'zod';
import type { AppContext } from '../context.ts';
import {
  CONFIRM_PATH,
  STOP_FOLLOW_UPS_PATH,
  STOP_PATH,
  verifyConfirm,
  verifyStop,
  verifyStopFollowUps,
} from './mailed-links.ts';
import { fillIn, MISSED_REPLY_TEXTS } from './texts.ts';

type Deps = Pick<AppContext, 'db' | 'signingKeys'> & { appName(): string };

/** A link of a mail: what its token allows, and what a press does. */
interface MailedLink<Grant extends { language: Language }> {
  verify(token: string): Promise<Grant>;
  texts: 'stop' | 'stopFollowUps' | 'confirm';
  apply(grant: Grant): Promise<void>;
}

/**
 * The pages behind links of mails, to be mounted at /functions/v1. A GET shows a button and changes
 * nothing, because mail servers follow links to check them. A POST does it, with or without the
 * body of a one-click unsubscription (RFC 8058).
 */
export function createMailedPages({ db, signingKeys, appName }: Deps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const serve = <Grant extends { language: Language }>(path: string, link: MailedLink<Grant>) =>
    routes.on(['GET', 'POST'], path, async (c) => {
      const texts = (language: Language) => MISSED_REPLY_TEXTS[language].pages;
      let grant: Grant;
      try {
        grant = await link.verify(c.req.query('token') ?? '');
      } catch (error) {
        if (!(error instanceof TokenError || error instanceof ZodError)) throw error;
        return page(c, 'en', { ...texts('en').invalid, action: null }, 400);
      }
      const { title, text, action, done } = texts(grant.language)[link.texts];
      if (c.req.method === 'GET') {
        return page(c, grant.language, { title, text: fillIn(text, { app: appName() }), action }, 200);
      }
      await link.apply(grant);
      return page(c, grant.language, { title: done, text: '', action: null }, 200);
    });

  serve(STOP_PATH, {
    verify: (token) => verifyStop(signingKeys, token),
    texts: 'stop',
    async apply({ profile }) {
      // The person may be gone by now.
      await db.execute(
        `insert into public.notification_settings (owner_id, email)
         select p.id, false from public.profiles p where p.id = $1
         on conflict (owner_id) do update set email = false`,
        [profile],
      );
    },
  });
  serve(STOP_FOLLOW_UPS_PATH, {
    verify: (token) => verifyStopFollowUps(signingKeys, token),
    texts: 'stopFollowUps',
    async apply({ booth, profile }) {
      // Either may be gone by now.
      await db.execute(
        `insert into public.follow_up_opt_outs (owner_id, person_id)
         select booth.id, person.id from public.profiles booth, public.profiles person
         where booth.id = $1 and person.id = $2
         on conflict (owner_id, person_id) do nothing`,
        [booth, profile],
      );
    },
  });
  serve(CONFIRM_PATH, {
    verify: (token) => verifyConfirm(signingKeys, token),
    texts: 'confirm',
    async apply({ profile, address }) {
      await db.execute(
        `update public.notification_settings set address_confirmed_at = coalesce(address_confirmed_at, now()), email = true
         where owner_id = $1 and address = $2`,
        [profile, address],
      );
    },
  });
  return routes;
}

function page(
  c: Context<ServerEnv>,
  language: Language,
  { title, text, action }: { title: string; text: string; action: string | null },
  status: 200 | 400,
): Response {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const button = action === null ? '' : `<form method="post"><button>${escapeHtml(action)}</button></form>`;
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  return c.html(
    `<!doctype html>
<html lang="${language}" dir="${direction}">
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
