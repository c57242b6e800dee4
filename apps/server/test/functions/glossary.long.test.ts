import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { join } from '../booth-teams/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { type Provider, startProvider } from './engine.ts';

const OFFER = 'Our NOVALINE valves are brass inside.';

let provider: Provider;
let server: TestServer;
let vendor: Person;
let visitor: Person;
let stranger: Person;
let sessionId: string;

beforeAll(async () => {
  provider = await startProvider((asked) => {
    const { messages } = JSON.parse(asked) as { messages: { content: string }[] };
    const text = messages.at(-1)?.content ?? '';
    // Chinese with every code of the text in it, as a good provider answers.
    const codes = [...new Set(text.match(/QX-\d+/g) ?? [])].join('和');
    return {
      status: 200,
      content: /\p{Script=Han}/u.test(text) ? `Is ${codes} new?` : `我们的${codes}阀门是新的。`,
    };
  });
  server = await startTestServer({
    TRANSLATION_OPENAI_URL: provider.url,
    TRANSLATION_OPENAI_MODEL: 'test-model',
  });
  vendor = await server.person({ role: 'vendor', language: 'en' });
  visitor = await server.person({ role: 'visitor', language: 'zh' });
  stranger = await server.person({ role: 'visitor', language: 'zh' });
  const [session] = await server.sql<{ id: string }>(
    'insert into sessions (vendor_id, visitor_id) values ($1, $2) returning id',
    [vendor.profileId, visitor.profileId],
  );
  sessionId = session?.id ?? '';
});
afterAll(async () => {
  await server.stop();
  provider.server.close();
});
beforeEach(async () => {
  await server.sql('delete from glossary_terms');
  await add({ term: 'NovaLine' });
  await add({ term: 'brass', mode: 'fixed', zh: '黄铜' });
});

function add(term: Record<string, unknown>) {
  return vendor.client
    .from('glossary_terms')
    .insert({ owner_id: vendor.profileId, ...term })
    .throwOnError();
}

async function translate({ client }: Person, text: string, inChat = true, from = 'en', to = 'zh') {
  const body = { text, sourceLanguage: from, targetLanguage: to, ...(inChat ? { sessionId } : {}) };
  const { data, error } = await client.functions.invoke('translate', { body });
  if (error) throw error;
  return (data as { translatedText: string }).translatedText;
}

it('applies to every message of the vendor’s chat, in both directions, and to no other chat', async () => {
  expect(await translate(vendor, OFFER)).toBe('我们的NovaLine和黄铜阀门是新的。');
  expect(await translate(visitor, '这批黄铜novaline是新的吗？', true, 'zh', 'en')).toBe(
    'Is brass和NovaLine new?',
  );
  // The vendor's own test box names no chat.
  expect(await translate(vendor, OFFER, false)).toBe('我们的NovaLine和黄铜阀门是新的。');
  expect(provider.asked.join()).not.toMatch(/novaline/i);
  await translate(stranger, OFFER);
  expect(provider.asked.at(-1)).toMatch(/NOVALINE/);
  await translate(visitor, OFFER.replace('Our', 'The'), false);
  expect(provider.asked.at(-1)).toMatch(/NOVALINE/);
});

it('a changed or deleted term does not serve the old translation; one that is not in the text changes nothing', async () => {
  expect(await translate(visitor, 'Brass valves are new')).toBe('我们的黄铜阀门是新的。');
  const calls = provider.asked.length;
  await add({ term: 'Luma' });
  expect(await translate(vendor, 'Brass valves are new')).toBe('我们的黄铜阀门是新的。');
  expect(provider.asked).toHaveLength(calls);
  await vendor.client.from('glossary_terms').update({ zh: '铜锌合金' }).eq('term', 'brass').throwOnError();
  expect(await translate(visitor, 'Brass valves are new')).toBe('我们的铜锌合金阀门是新的。');
  await vendor.client.from('glossary_terms').delete().eq('term', 'brass').throwOnError();
  expect(await translate(visitor, 'Brass valves are new')).toBe('我们的阀门是新的。');
});

it('holds for old messages that a reader has translated, also after it has changed', async () => {
  const [message] = await server.sql<{ id: string }>(
    `insert into messages (session_id, sender_id, content, source_language)
     values ($1, $2, 'Brass valves are new today', 'en') returning id`,
    [sessionId, vendor.profileId],
  );
  async function read() {
    const { data, error } = await visitor.client.functions.invoke('translate-messages', {
      body: { messageIds: [message?.id], targetLanguage: 'zh' },
    });
    if (error) throw error;
    return (data as { translations: { translatedText: string }[] }).translations[0]?.translatedText;
  }
  expect(await read()).toBe('我们的黄铜阀门是新的。');
  await vendor.client.from('glossary_terms').update({ zh: '铜锌合金' }).eq('term', 'brass').throwOnError();
  expect(await read()).toBe('我们的铜锌合金阀门是新的。');
});

it('the phrasebook does not override a term', async () => {
  expect(await translate(visitor, 'Can I get a sample?')).toContain('样品');
  await add({ term: 'sample' });
  expect(await translate(visitor, 'Can I get a sample?')).toBe(
    '我们的 sample 阀门是新的。'.replaceAll(' ', ''),
  );
});

it('refuses a chat that is no id', async () => {
  const { error } = await vendor.client.functions.invoke('translate', {
    body: { text: OFFER, sourceLanguage: 'en', targetLanguage: 'zh', sessionId: 'none' },
  });
  const answer = (error as { context: Response }).context;
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: 'sessionId must be the id of a session' });
});

it('a translation is kept for ninety days, and the cleanup removes it then', async () => {
  await translate(vendor, 'The oldest of all valves');
  const asked = provider.asked.length;
  await server.sql(`update dragoman.translation_cache set created_at = now() - interval '90 days 1 minute'`);
  await translate(vendor, 'The oldest of all valves');
  expect(provider.asked).toHaveLength(asked + 1);
});

it('applies to what a member of the booth’s team has translated', async () => {
  const member = await server.person({ role: 'vendor', language: 'en' });
  await join(vendor, member);
  for (const inChat of [true, false]) {
    expect(await translate(member, OFFER, inChat)).toBe('我们的NovaLine和黄铜阀门是新的。');
  }
  await member.client.rpc('remove_booth_member', { member_id: member.profileId }).throwOnError();
  expect(await translate(member, OFFER)).not.toContain('NovaLine和黄铜');
});
