import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet } from '../trust/support.ts';
import { type OrganiserPage, openPage } from './page.ts';

// The administrators' list of reported translations (docs/adr/0071). What people may report is
// tested in message-acts.test.ts and rls-matrix/message-acts.ts.

const SECRET = 'quay-lantern-4711-harbour';

let server: TestServer;
let page: OrganiserPage;
let vendor: Person;
let visitor: Person;
let session: string;
beforeAll(async () => {
  server = await startTestServer({ ORGANISER_SECRET: SECRET });
  page = openPage(server.url);
  await page.first(SECRET);
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora' }),
    server.person({ role: 'visitor', name: 'Wei', language: 'zh' }),
  ]);
  session = await meet(vendor, visitor);
});
afterAll(() => server?.stop());

/** The vendor's message. @returns its id */
async function say(content: string, more: object = {}): Promise<string> {
  const { data } = await vendor.client
    .from('messages')
    .insert({ session_id: session, sender_id: vendor.profileId, content, source_language: 'en', ...more })
    .select('id')
    .single()
    .throwOnError();
  return data.id as string;
}

const report = (message_id: string, more: object = {}) =>
  visitor.client
    .from('translation_reports')
    .insert({ reporter_id: visitor.profileId, message_id, target_language: 'zh', ...more })
    .throwOnError();

describe('reports of translations', () => {
  it('are listed newest first, with the words, the kept translation and the numbers of each direction', async () => {
    expect((await page.call('GET', '/translation-reports')).body).toEqual({ reports: [], counts: [] });
    const kept = await say('Ten lamps', { translated_content: '十盏灯', target_language: 'zh' });
    const ofDevice = await say('Forty dollars');
    await report(kept, { engine: 'dictionary', reason: 'numbers' });
    await report(ofDevice, { engine: 'dictionary' });
    await report(ofDevice, { target_language: 'ar' });

    const { status, body, headers } = await page.call('GET', '/translation-reports');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const row = { id: expect.any(String), created_at: expect.any(String), source_language: 'en' };
    const forty = { ...row, words: 'Forty dollars', translation: null, reason: null };
    expect(body).toEqual({
      reports: [
        { ...forty, target_language: 'ar', engine: null },
        { ...forty, target_language: 'zh', engine: 'dictionary' },
        {
          ...row,
          target_language: 'zh',
          engine: 'dictionary',
          words: 'Ten lamps',
          translation: '十盏灯',
          reason: 'numbers',
        },
      ],
      counts: [
        { source_language: 'en', target_language: 'zh', engine: 'dictionary', reports: 2 },
        { source_language: 'en', target_language: 'ar', engine: null, reports: 1 },
      ],
    });
    // Neither who has reported, nor who has written.
    const told = JSON.stringify(body);
    for (const { profileId, userId } of [vendor, visitor]) {
      expect(told).not.toContain(profileId);
      expect(told).not.toContain(userId);
    }
  });

  it('are the newest hundred of more, all of which are counted', async () => {
    // Past the limit of a person for a day.
    await server.sql('alter table public.translation_reports disable trigger check_translation_report');
    await server.sql(
      `with said as (
         insert into public.messages (session_id, sender_id, content, source_language)
         select $1, $2, 'Offer ' || n, 'en' from generate_series(1, 120) n returning id, content)
       insert into public.translation_reports
         (reporter_id, message_id, source_language, target_language, engine, created_at)
       select $3, id, 'en', 'zh', 'local', now() + split_part(content, ' ', 2)::int * interval '1 second' from said`,
      [session, vendor.profileId, visitor.profileId],
    );
    await server.sql('alter table public.translation_reports enable trigger check_translation_report');
    const { body } = await page.call('GET', '/translation-reports');
    expect(body.reports.map(({ words }: { words: string }) => words)).toEqual(
      Array.from({ length: 100 }, (_, place) => `Offer ${120 - place}`),
    );
    expect(body.counts[0]).toEqual({
      source_language: 'en',
      target_language: 'zh',
      engine: 'local',
      reports: 120,
    });
  });

  it('are shown to a signed-in administrator alone', async () => {
    const stranger = openPage(server.url);
    expect(await stranger.call('GET', '/translation-reports')).toMatchObject({
      status: 401,
      body: { code: 'signed_out' },
    });
    const bearer = { authorization: `Bearer ${vendor.accessToken}`, apikey: server.ctx.apiKeys.publishable };
    expect((await stranger.call('GET', '/translation-reports', undefined, bearer)).status).toBe(401);
    // As another site's page would send it, with the administrator's cookie.
    expect(
      await page.call('GET', '/translation-reports', undefined, { 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({ status: 403, body: { code: 'not_from_the_page' } });
    for (const { client } of [vendor, visitor]) {
      expect((await client.from('translation_report_list').select('id')).error?.code).toBe('42501');
    }
    expect((await page.call('DELETE', '/session')).status).toBe(204);
    expect((await page.call('GET', '/translation-reports')).status).toBe(401);
  });
});
