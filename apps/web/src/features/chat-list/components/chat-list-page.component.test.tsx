import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, rows } from '@/shared/testing/answers.ts';
import { chatListItem } from '@/shared/testing/chats.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { STRANGE_ANSWERS, WORDS_OF_STRANGERS } from '@/shared/testing/strange-answers.ts';
import { ChatListPage } from './chat-list-page.tsx';

const VENDOR = person();
const SALMA = person({ role: 'visitor', name: 'Salma Haddad', company: 'Cedar Homes' });
const LIST = 'GET /rest/v1/chat_list';

function showPage() {
  return renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <ChatListPage />
    </CurrentProfileContext>,
    { as: VENDOR, known: [[queryKeys.team.booth(VENDOR.id), null]] },
  );
}

test.each(Object.entries(STRANGE_ANSWERS))(
  'after %s in its place the list says so in its own words, and loads on a press',
  async (_name, strange) => {
    answer(LIST, strange);
    await showPage();
    await expect.element(page.getByRole('alert').getByText('This did not load')).toBeVisible();
    expect(document.body.textContent).not.toMatch(WORDS_OF_STRANGERS);

    answer(LIST, () => rows([chatListItem(VENDOR, SALMA)]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Cedar Homes', { exact: true })).toBeVisible();
  },
);

test('a vendor without a session is led to a QR code', async () => {
  answer(LIST, () => rows([]));
  await showPage();
  await expect.element(page.getByRole('heading', { name: 'No Sessions Found' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Generate QR' }))
    .toHaveAttribute('href', '/vendor-dashboard/qr-codes');
  expect(await lookFindings()).toEqual([]);
});
