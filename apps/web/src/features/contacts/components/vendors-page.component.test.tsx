import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { VendorsPage } from './vendors-page.tsx';

const VISITOR = person({ role: 'visitor', name: '陈思远', company: '远山贸易' });
const VENDOR = person();

test('two taps on Start Chat open one chat', async () => {
  answer('GET /rest/v1/shared_profiles', () => rows([VENDOR]));
  await renderInApp(
    <CurrentProfileContext value={VISITOR}>
      <VendorsPage />
    </CurrentProfileContext>,
    { as: VISITOR, at: '/visitor-dashboard/contacts' },
  );
  const created: Array<{ id: string }> = [];
  answer('POST /rest/v1/sessions', async (request) => {
    const chat = (await request.json()) as { id: string };
    created.push(chat);
    return json(chat, 201);
  });
  const start = page.getByRole('button', { name: 'Start Chat' });
  await expect.element(start).toBeVisible();
  // Within one turn of the page's loop: before the button can have been drawn as busy.
  const button = start.element() as HTMLElement;
  button.click();
  button.click();
  await expect.poll(() => location.pathname).toMatch(/^\/chat\/./);
  const id = location.pathname.slice('/chat/'.length);
  expect(created).toEqual([{ id, vendor_id: VENDOR.id, visitor_id: VISITOR.id, status: 'active' }]);
});
