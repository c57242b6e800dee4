import { PHONE } from '../fixtures/devices.ts';
import { SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';

// A vendor's figures follow what happens. The figures themselves are tested in apps/server/test/analytics, their charts, tables and files in
// apps/web/src/features/analytics.

test('a vendor sees live what comes of the codes @long', async ({ people, openPage }) => {
  const [vendor, visitor] = await Promise.all([people.vendor(), people.visitor({ ...SALMA })]);
  const page = await openPage(PHONE, { as: vendor });
  const list = page.waitForResponse(/\/rest\/v1\/chat_list/);
  await page.goto('/vendor-dashboard/analytics');
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible();
  // What the first list has counts as known.
  await list;
  const funnel = page.getByRole('table', { name: 'From scan to lead' });
  const counts = (step: string, now: number) => funnel.getByRole('row', { name: `${step} ${now} 0` });

  const { data: booth } = await vendor.client
    .from('booth_codes')
    .insert({ vendor_id: vendor.profileId, label: 'Hall 3' })
    .select('code')
    .single()
    .throwOnError();
  await visitor.client.rpc('scan_booth_code', { code: booth.code, device: '0'.repeat(32) }).throwOnError();
  const { data: session } = await visitor.client.rpc('join_booth', { code: booth.code }).throwOnError();
  await expect(counts('Scans', 1)).toHaveCount(1);
  await expect(counts('Chats', 1)).toHaveCount(1);
  await expect(counts('Answered', 0)).toHaveCount(1);
  await people.sendMessage(visitor, session.id, { content: 'بكم هذا المصباح؟' });
  await people.sendMessage(vendor, session.id, { content: 'It is 18 dollars.' });
  await expect(counts('Answered', 1)).toHaveCount(1);
  await vendor.client
    .from('leads')
    .insert({ owner_id: vendor.profileId, person_id: visitor.profileId, note: 'Lamps' })
    .throwOnError();
  await expect(counts('Leads', 1)).toHaveCount(1);
});
