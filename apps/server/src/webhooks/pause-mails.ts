import { createHash } from 'node:crypto';
import type { Language } from '@dragoman/domain/languages';
import { WEBHOOKS_PATH } from '@dragoman/domain/routes';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Mail, Mailer } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { BUTTON, page, SOFT } from '../missed-replies/digest.ts';
import { fillIn } from '../missed-replies/texts.ts';
import { workOff } from '../util/work-off.ts';
import { claimPauseJobs, endPauseJob, type PauseJob, retryPauseJob } from './pause-jobs.ts';

/** Mails that are sent at once. */
const SLOTS = 10;
/** Waits before the next attempt; after the last of them the mail is given up. */
const RETRY_MS = [1, 5, 30, 120].map((minutes) => minutes * 60_000);

/** How the owner of a paused endpoint is told. */
export interface PauseMailing {
  mailer: Mailer;
  /** Origin of the product. */
  publicUrl: string;
  /** The product's name. */
  appName(): string;
}

interface PauseTexts {
  /** `{app}`: the product. */
  subject: string;
  body: string;
  open: string;
  why: string;
}

const TEXTS: Record<Language, PauseTexts> = {
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

/**
 * Sends the mails that tell owners of a pause. Safe at any time and on any number of processes.
 * @throws what the database throws; a mail that cannot be sent is logged and tried again
 */
export async function sendPauseMails(
  deps: { db: Database; log: Pick<Logger, 'warn'> },
  mailing: PauseMailing,
  signal?: AbortSignal,
): Promise<void> {
  await workOff(
    {
      slots: SLOTS,
      claim: (limit) => claimPauseJobs(deps.db, limit),
      handle: (job) => sendOne(deps, mailing, job),
    },
    signal,
  );
}

async function sendOne(
  { db, log }: Parameters<typeof sendPauseMails>[0],
  mailing: PauseMailing,
  job: PauseJob,
): Promise<void> {
  const { to, tries } = job;
  // Attempts that ended with their process count as well.
  if (to === null || tries > RETRY_MS.length + 1) return endPauseJob(db, job);
  try {
    await mailing.mailer.send(pauseMail({ ...job, to }, mailing));
  } catch {
    const wait = RETRY_MS[tries - 1];
    log.warn({ tries }, 'a mail about a paused webhook could not be sent');
    return wait === undefined ? endPauseJob(db, job) : retryPauseJob(db, job, wait);
  }
  await endPauseJob(db, job);
}

/** The address of the endpoint is not in it: it may hold a secret. */
function pauseMail(
  { to, language, endpointId, pausedAt }: PauseJob & { to: string },
  { publicUrl, appName }: PauseMailing,
): Mail {
  const texts = TEXTS[language];
  const app = appName();
  const subject = fillIn(texts.subject, { app });
  const why = fillIn(texts.why, { app });
  const link = `${publicUrl}${WEBHOOKS_PATH}`;
  // The same for each attempt, so that mail programs show a repeated mail once.
  const digest = createHash('sha256').update(`${endpointId} ${pausedAt}`).digest('hex').slice(0, 40);
  return {
    to,
    subject,
    text: [texts.body, `${texts.open}: ${link}`, why].join('\n\n'),
    html: page(language, subject, [
      `<p>${escapeHtml(texts.body)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(texts.open)}</a></p>`,
      `<p style="${SOFT}">${escapeHtml(why)}</p>`,
    ]),
    messageId: `<webhook.${digest}@${new URL(publicUrl).hostname}>`,
  };
}
