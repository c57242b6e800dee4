import type { Language } from '@dragoman/domain/languages';
import { WEBHOOKS_PATH } from '@dragoman/domain/routes';
import type { Database, Queryable } from '@dragoman/supabase-server/db/database';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { BUTTON, fillIn, mailHeading, mailPage, messageId, SOFT } from '../notifications/mail-parts.ts';
import type { Mailing } from '../notifications/notifier.ts';
import { MOST_TRIES, type Retry, runJobs } from '../util/job-runner.ts';

/** Mails that are sent at once. */
const SLOTS = 10;
/** Longer than an attempt can take. If a process dies, another one tries again after it. */
const LEASE = `interval '5 minutes'`;

/** A mail about a pause that this process is to send. */
interface PauseJob {
  endpointId: string;
  /** When it was paused, to the microsecond, as PostgreSQL writes it. */
  pausedAt: string;
  /** Attempts, this one included. */
  tries: number;
  /** The owner's confirmed address; null without one, or when the endpoint is no longer paused. */
  to: string | null;
  /** The owner's. */
  language: Language;
}

/** Writes the job of the mail about a pause, in the transaction that pauses the endpoint. */
export async function notePause(tx: Queryable, endpointId: string): Promise<void> {
  await tx.query(
    `insert into private.webhook_pause_mails (endpoint_id, paused_at)
     select id, paused_at from public.webhook_endpoints where id = $1
     on conflict (endpoint_id) do update
       set paused_at = excluded.paused_at, due_at = excluded.due_at, tries = excluded.tries`,
    [endpointId],
  );
}

/**
 * Sends the mails that tell owners of a pause.
 * @throws what the database throws; a mail that cannot be sent is logged and tried again
 */
export async function sendPauseMails(
  deps: { db: Database; log: Pick<Logger, 'warn'> },
  mailing: Mailing,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  await runJobs<PauseJob>(
    {
      slots: SLOTS,
      claim: (limit) => claimPauseJobs(db, limit),
      attempt: (job, retry) => sendOne(db, mailing, job, retry),
      onFailure: (fields) => log.warn(fields, 'a mail about a paused webhook could not be sent'),
    },
    signal,
  );
}

async function sendOne(db: Database, mailing: Mailing, job: PauseJob, retry: Retry): Promise<unknown> {
  const { to, tries } = job;
  if (to === null || tries > MOST_TRIES) return endPauseJob(db, job);
  try {
    await mailing.mailer.send(pauseMail({ ...job, to }, mailing));
  } catch {
    return retry(tries, (waitMs) =>
      waitMs === null ? endPauseJob(db, job) : retryPauseJob(db, job, waitMs),
    );
  }
  await endPauseJob(db, job);
}

/** Claims due mails, so that no other process sends them. */
function claimPauseJobs(db: Database, limit: number): Promise<PauseJob[]> {
  return db.query<PauseJob & Record<string, unknown>>(
    `with due as (
       select endpoint_id from private.webhook_pause_mails
       where due_at <= clock_timestamp() order by due_at limit $1 for update skip locked
     ), claimed as (
       update private.webhook_pause_mails m set due_at = clock_timestamp() + ${LEASE}, tries = m.tries + 1
       from due where m.endpoint_id = due.endpoint_id returning m.*
     )
     select c.endpoint_id as "endpointId", c.paused_at::text as "pausedAt", c.tries, p.language,
       case when e.paused_at = c.paused_at then nullif(u.email, '') end as "to"
     from claimed c join public.webhook_endpoints e on e.id = c.endpoint_id
     join public.profiles p on p.id = e.owner_id
     left join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
       and coalesce(u.banned_until < now(), true)`,
    [limit],
  );
}

/** Removes the job: its mail was sent, given up, or is not wanted any more. */
async function endPauseJob(db: Database, { endpointId, pausedAt }: PauseJob): Promise<void> {
  await db.execute(
    'delete from private.webhook_pause_mails where endpoint_id = $1 and paused_at = $2::timestamptz',
    [endpointId, pausedAt],
  );
}

/** @param waitMs milliseconds until the next attempt */
async function retryPauseJob(
  db: Database,
  { endpointId, pausedAt }: PauseJob,
  waitMs: number,
): Promise<void> {
  await db.execute(
    `update private.webhook_pause_mails
     set due_at = clock_timestamp() + $3::double precision * interval '1 millisecond'
     where endpoint_id = $1 and paused_at = $2::timestamptz`,
    [endpointId, pausedAt, waitMs],
  );
}

interface Texts {
  /** `{app}`: the product. */
  subject: string;
  body: string;
  open: string;
  why: string;
}

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: 'Your webhook in {app} is paused',
    body: 'Your server has taken no lead for a day, or has said that it is gone (410). New events wait until you resume the webhook. Its page shows what the last calls were answered.',
    open: 'Open webhooks',
    why: 'You get this mail because you have set a webhook in {app}. Replies to this mail are not read.',
  },
  zh: {
    subject: '您在 {app} 中的 Webhook 已暂停',
    body: '您的服务器一天内未接收任何线索，或表示不再接收（410）。在您恢复发送之前，新的内容会一直等待。最近各次请求的响应可在该页面查看。',
    open: '打开 Webhook 页面',
    why: '您收到此邮件，是因为您在 {app} 中设置了 Webhook。请勿直接回复本邮件。',
  },
  ar: {
    subject: 'خطاف الويب الخاص بك في {app} متوقف مؤقتًا',
    body: 'لم يستلم خادمك أي عميل محتمل منذ يوم، أو أعلن أنه لم يعد موجودًا (410). تنتظر الأحداث الجديدة إلى أن تستأنف الإرسال. تعرض صفحته إجابات الطلبات الأخيرة.',
    open: 'فتح صفحة خطافات الويب',
    why: 'وصلتك هذه الرسالة لأنك أعددت خطاف ويب في {app}. لا تُقرأ الردود على هذا البريد.',
  },
};

/** The address of the endpoint is not in it: it may hold a secret. */
function pauseMail(
  { to, language, endpointId, pausedAt }: PauseJob & { to: string },
  { publicUrl, appName }: Mailing,
): Mail {
  const texts = TEXTS[language];
  const app = appName();
  const subject = fillIn(texts.subject, { app });
  const why = fillIn(texts.why, { app });
  const link = `${publicUrl}${WEBHOOKS_PATH}`;
  return {
    to,
    subject,
    text: [texts.body, `${texts.open}: ${link}`, why].join('\n\n'),
    html: mailPage(language, subject, [
      mailHeading(subject),
      `<p>${escapeHtml(texts.body)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(texts.open)}</a></p>`,
      `<p style="${SOFT}">${escapeHtml(why)}</p>`,
    ]),
    messageId: messageId('webhook', `${endpointId} ${pausedAt}`, publicUrl),
  };
}
