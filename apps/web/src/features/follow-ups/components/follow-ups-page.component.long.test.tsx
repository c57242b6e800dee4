import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { FollowUpPerson } from '../api/follow-ups.ts';
import type { AskForEmail } from '../model/use-drafts.ts';
import { FollowUpsPage } from './follow-ups-page.tsx';

// Mails to a booth's leads (docs/adr/0088).

const PEOPLE = 'POST /rest/v1/rpc/follow_up_people';
const SEND = 'POST /functions/v1/follow-ups';
const VENDOR = person();

function lead(given: Partial<FollowUpPerson> & { name: string }): FollowUpPerson {
  return {
    person_id: crypto.randomUUID(),
    company: '远山贸易',
    email: 'chen@yuanshan.example',
    language: 'zh',
    avatar_url: null,
    session_id: crypto.randomUUID(),
    obstacle: null,
    status: null,
    reason: null,
    mailed_at: null,
    ...given,
  };
}

const SIYUAN = lead({ name: '陈思远' });
const SALMA = lead({
  name: 'سلمى الخطيب',
  company: 'واحة النور',
  email: 'salma@waha.example',
  language: 'ar',
});
const ZOE = lead({ name: 'Zoe', email: 'zoe@elsewhere.example', language: 'en', obstacle: 'unconfirmed' });
const mailed = (one: FollowUpPerson): FollowUpPerson => ({
  ...one,
  status: 'sent',
  mailed_at: '2026-11-28T10:00:00Z',
});

/** An assistant that knows what to write in Chinese, and breaks off in other languages. */
const ask: AskForEmail = async function* (_supabase, { language }) {
  yield { type: 'text', text: 'Subject: 灯具报价\n\n' };
  if (language !== 'zh') return yield { type: 'break', reason: 'broken' };
  yield { type: 'text', text: '陈先生您好：\n感谢您的来访。' };
  yield { type: 'end', cut: false };
};

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const approve = (name: string) => row(name).getByRole('checkbox', { name: 'Approve the mail to' });
const subject = (name: string) => row(name).getByLabelText('Subject');
const words = (name: string) => row(name).getByLabelText('Text');
const sendOne = page.getByRole('button', { name: 'Send 1 approved mail' });

async function showPage(people: readonly FollowUpPerson[], language: 'en' | 'ar' = 'en') {
  answer(PEOPLE, () => rows(people));
  return renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <main className="safe-x">
        <FollowUpsPage ask={ask} />
      </main>
    </CurrentProfileContext>,
    {
      as: VENDOR,
      language,
      at: '/vendor-dashboard/leads/follow-ups',
      known: [[queryKeys.team.booth(VENDOR.id), null]],
      config: { assistant: true, missedReplyMails: true },
    },
  );
}

async function draftTwo(): Promise<void> {
  await page.getByRole('button', { name: 'Draft 2 mails' }).click();
  await expect.element(approve(SALMA.name ?? '')).toBeVisible();
}

test('mails are drafted, changed and approved one by one, and come back after a reload', async () => {
  const [siyuan, salma] = ['陈思远', 'سلمى الخطيب'];
  const { unmount } = await showPage([SIYUAN, SALMA, ZOE]);
  await expect.element(row('Zoe').getByText('The address is not confirmed.')).toBeVisible();
  await expect
    .element(row('Zoe').getByRole('link', { name: 'Open in mail program' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:zoe@elsewhere\.example\?subject=.+&body=Dear%20Zoe/),
    );
  await draftTwo();
  await expect.element(subject(siyuan)).toHaveValue('灯具报价');
  await expect.element(words(siyuan)).toHaveValue('陈先生您好：\n感谢您的来访。');
  expect(row(siyuan).getByText('This is the template.').elements()).toEqual([]);
  await expect.element(row(salma).getByText('This is the template.')).toBeVisible();
  await expect
    .element(words(salma))
    .toHaveValue(expect.stringMatching(/سلمى الخطيب[\s\S]*Nora Whitfield\nHarbour Lighting/));

  await subject(siyuan).fill('灯具报价 5,000');
  await approve(siyuan).click();
  await expect.element(sendOne).toBeVisible();
  // A change withdraws the approval.
  await words(siyuan).fill('陈先生您好：\n单价是 4.20 美元。');
  await expect.element(approve(siyuan)).not.toBeChecked();
  await approve(siyuan).click();

  await unmount();
  await showPage([SIYUAN, SALMA, ZOE]);
  await expect.element(words(siyuan)).toHaveValue('陈先生您好：\n单价是 4.20 美元。');
  await expect.element(approve(siyuan)).toBeChecked();
  await expect.element(row(salma).getByText('This is the template.')).toBeVisible();
  await expect.element(approve(salma)).not.toBeChecked();
  expect(await lookFindings()).toEqual([]);

  let sent: unknown;
  answer(SEND, async (request) => {
    sent = await request.json();
    answer(PEOPLE, () => rows([SALMA, mailed(SIYUAN), ZOE]));
    return json({ queued: 1, leftOut: [] });
  });
  await sendOne.click();
  await expectToast('1 mail is being sent');
  await expect.element(row(siyuan).getByText('Mailed on')).toBeVisible();
  await expect.element(words(siyuan)).not.toBeInTheDocument();
  await expect.element(words(salma)).toBeVisible();
  expect(sent).toEqual({
    mails: [
      { personId: SIYUAN.person_id, subject: '灯具报价 5,000', text: '陈先生您好：\n单价是 4.20 美元。' },
    ],
  });
  await row(salma).getByRole('button', { name: 'Skip the mail to' }).click();
  await expect.element(words(salma)).not.toBeInTheDocument();
});

describe('a mail whose answer was lost', () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const siyuan = '陈思远';

  test('counts as sent when the list says that it was taken', async () => {
    await showPage([SIYUAN, SALMA]);
    await draftTwo();
    await approve(siyuan).click();
    answer(SEND, () => {
      answer(PEOPLE, () => rows([SALMA, mailed(SIYUAN)]));
      return lost();
    });
    await sendOne.click();
    await expectToast('1 mail is being sent');
    await expect.element(row(siyuan).getByText('Mailed on')).toBeVisible();
    await expect.element(words(siyuan)).not.toBeInTheDocument();
  });

  test('is not approved any more when that is found out later', async () => {
    const { unmount } = await showPage([SIYUAN, SALMA]);
    await draftTwo();
    await approve(siyuan).click();
    answer(SEND, () => {
      answer(PEOPLE, lost);
      return lost();
    });
    await sendOne.click();
    await expectToast('Error', 'The mails were not sent. Your drafts are still here; please try again.');
    await expect.element(approve(siyuan)).toBeChecked();

    await unmount();
    await showPage([SALMA, mailed(SIYUAN)]);
    await expect.element(row(siyuan).getByText('Mailed on')).toBeVisible();
    await expect.element(words(siyuan)).toBeVisible();
    await expect.element(approve(siyuan)).not.toBeChecked();
    await expect.element(page.getByRole('button', { name: 'Send approved mails' })).toBeDisabled();
  });
});

test('who wants no more mails gets no draft', async () => {
  await showPage([{ ...mailed(SIYUAN), obstacle: 'unsubscribed' }]);
  await expect.element(page.getByText('Wants no more mails of your booth.')).toBeVisible();
  expect(page.getByRole('button', { name: /^Draft/ }).elements()).toEqual([]);
});

test('looks right on a phone, in ar', async () => {
  await showPage([SIYUAN, mailed(SALMA), ZOE], 'ar');
  await expect.element(row('Zoe')).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
