import { readFile } from 'node:fs/promises';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';

// A vendor's figures on the page: live, as charts, tables and files. The figures themselves are
// shown by server/test/analytics.

const FORMULA = '=HYPERLINK("https://evil.example")';

test('a vendor sees live what comes of the codes, as charts, tables and files @long', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = await Promise.all([people.vendor(), people.visitor({ ...SALMA })]);
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: vendor });
  const list = page.waitForResponse(/\/rest\/v1\/chat_list/);
  await page.goto('/vendor-dashboard/analytics');
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible();
  // What the first list has counts as known.
  await list;
  await expect(page.getByRole('link', { name: 'Go to the booth codes' })).toHaveAttribute(
    'href',
    '/vendor-dashboard/qr-codes',
  );
  const funnel = page.getByRole('table', { name: 'From scan to lead' });
  const counts = (step: string, now: number) => funnel.getByRole('row', { name: `${step} ${now} 0` });

  await test.step('who scans, joins, asks, is answered and noted is counted by itself', async () => {
    const { data: booth } = await vendor.client
      .from('booth_codes')
      .insert({ vendor_id: vendor.profileId, label: FORMULA })
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
    await expect(page.getByText('100% of scans joined')).toBeVisible();
  });

  await test.step('every chart is a table, too', async () => {
    await page.getByRole('button', { name: 'Show as table: Languages' }).click();
    const languages = page.getByRole('table', { name: 'Languages' });
    await expect(languages.getByRole('row', { name: 'العربية 1 1 1' })).toBeInViewport();
    await expect(page.getByRole('table', { name: 'Hour by hour' }).getByRole('row')).toHaveCount(25);
    expect(await axeFindings(page)).toEqual([]);
    expect(await layoutFindings(page)).toEqual([]);
  });

  await test.step('and a file, in which nothing runs', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV: Busiest codes' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^analytics-\d{4}-\d\d-\d\d-codes\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toBe(
      '\uFEFF"Booth code","Scans","Chats","Answered","Leads"\r\n"\'=HYPERLINK(""https://evil.example"")","1","1","1","1"\r\n',
    );
  });

  await test.step('the period stays in the address', async () => {
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(page.getByRole('table', { name: 'Day by day' }).getByRole('row')).toHaveCount(8);
    await expect(page.getByRole('heading', { name: 'Busiest hours' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('table', { name: 'Day by day' }).getByRole('row')).toHaveCount(8);
  });
});
