import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantEvent } from '@dragoman/domain/assistant/assistant';
import { chunk, DONE } from '@dragoman/functions/testing/chat-stream';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join } from '../booth-teams/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';

const PIECES = ['## Agreed\n', '- 5,000 pieces at ', 'USD 4.20'];

/** A model that streams; told to hang, it sends its first piece and goes silent. */
let model: Server;
let asked: string[];
let isHanging = false;
let ended = 0;
let server: TestServer;
let nora: Person;
let siyuan: Person;
let stranger: Person;
let sessionId: string;

beforeAll(async () => {
  asked = [];
  model = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push(body);
    response.on('close', () => {
      ended += 1;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of isHanging ? PIECES.slice(0, 1) : PIECES) response.write(chunk(piece));
    if (!isHanging) response.end(chunk(null, 'stop') + DONE);
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({
    ASSISTANT_OPENAI_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}`,
    ASSISTANT_OPENAI_MODEL: 'test-model',
    RATE_LIMIT_ASSISTANT_PER_HOUR: '5',
  });
  nora = await server.person({ role: 'vendor', name: 'Nora', language: 'en' });
  siyuan = await server.person({ role: 'visitor', name: '陈思远', language: 'zh' });
  stranger = await server.person({ role: 'visitor', name: 'Omar', language: 'ar' });
  sessionId = await meet(nora);
  await say(siyuan, '五千件的单价是多少？');
  // A product of the catalogue, whose price is not among its words.
  await say(nora, 'Glass lamp', { price: 'USD 4.20 for 5,000 pieces.' });
});
afterAll(async () => {
  await server?.stop();
  model?.closeAllConnections();
  model?.close();
});

/** @returns a chat of the vendor's and Siyuan's, still empty */
async function meet(vendor: Person): Promise<string> {
  const { data } = await siyuan.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId, visitor_id: siyuan.profileId, status: 'active' })
    .select('id')
    .single()
    .throwOnError();
  return data.id;
}

async function say(person: Person, content: string, product?: object, chat = sessionId): Promise<void> {
  const { error } = await person.client.from('messages').insert({
    session_id: chat,
    sender_id: person.profileId,
    content,
    type: 'text',
    source_language: 'en',
    ...(product && { product }),
  });
  if (error) throw error;
}

function ask({ client }: Person, more: object = {}, signal?: AbortSignal) {
  const body = { task: 'summary', sessionId, language: 'en', ...more };
  return client.functions.invoke('assistant', { body, ...(signal && { signal }) });
}

async function statusOf(answer: ReturnType<typeof ask>): Promise<[number, string]> {
  const { error } = await answer;
  const response = (error as FunctionsHttpError).context as Response;
  return [response.status, ((await response.json()) as { code: string }).code];
}

async function eventsOf(response: Response): Promise<AssistantEvent[]> {
  const lines = (await response.text()).split('\n\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as AssistantEvent);
}

describe('the assistant', () => {
  it('has nothing to say of an empty chat, and does not trouble the model with it', async () => {
    const before = asked.length;
    const vendor = await server.person({ role: 'vendor' });
    expect(await statusOf(ask(vendor, { sessionId: await meet(vendor) }))).toEqual([409, 'empty-chat']);
    expect(asked).toHaveLength(before);
  });

  it('reads a chat with the rights of who asks, and streams', async () => {
    const { data, error } = await ask(nora);
    expect(error).toBeNull();
    const events = await eventsOf(data as Response);
    expect(events.at(-1)).toEqual({ type: 'end', cut: false });
    expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe(PIECES.join(''));
    const request = JSON.parse(asked.at(-1) ?? '') as { messages: Array<{ role: string; content: string }> };
    expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const rows = request.messages[1]?.content
      .split('\n')
      .slice(1, -1)
      .map((row) => JSON.parse(row) as object);
    expect(rows).toMatchObject([
      { person: 'me', name: 'Nora', role: 'vendor' },
      { person: 'other', name: '陈思远', language: 'zh' },
      { from: 'other', text: '五千件的单价是多少？' },
      { from: 'me', text: 'Glass lamp\nUSD 4.20 for 5,000 pieces.' },
    ]);
  });

  it('speaks to a member of a booth’s team as to its side', async () => {
    const member = await server.person({ role: 'vendor', name: 'Lina', language: 'zh' });
    await join(nora, member);
    await ((await ask(member)).data as Response).text();
    const request = JSON.parse(asked.at(-1) ?? '') as { messages: Array<{ content: string }> };
    const rows = request.messages[1]?.content.split('\n').slice(1, -1);
    expect(rows?.map((row) => JSON.parse(row) as object)).toMatchObject([
      { person: 'me', name: 'Lina', role: 'vendor' },
      { person: 'other', name: '陈思远' },
      { from: 'other', text: '五千件的单价是多少？' },
      { from: 'me', text: 'Glass lamp\nUSD 4.20 for 5,000 pieces.' },
    ]);
    await member.client.rpc('remove_booth_member', { member_id: member.profileId }).throwOnError();
    expect(await statusOf(ask(member))).toEqual([404, 'no-chat']);
  });

  it('shows no chat of other users', async () => {
    const before = asked.length;
    expect(await statusOf(ask(stranger))).toEqual([404, 'no-chat']);
    expect(asked).toHaveLength(before);
    const { error } = await server.client().functions.invoke('assistant', { body: {} });
    expect((error as FunctionsHttpError).context).toMatchObject({ status: 401 });
  });

  it('stores nothing, and sends nothing, whatever the model writes', async () => {
    const count = async () => {
      const tables = ['messages', 'message_translations', 'leads'];
      return Promise.all(
        tables.map(async (table) => (await server.ctx.db.query(`select count(*) from public.${table}`))[0]),
      );
    };
    const before = await count();
    const { data } = await ask(siyuan, { task: 'replies', language: 'zh' });
    await (data as Response).text();
    expect(await count()).toEqual(before);
  });

  it('lets go of the model when the reader leaves in the middle', async () => {
    isHanging = true;
    const leaving = new AbortController();
    const before = ended;
    const { data } = await ask(siyuan, {}, leaving.signal);
    const reader = ((data as Response).body as ReadableStream).getReader();
    await reader.read();
    leaving.abort();
    await expect.poll(() => ended).toBe(before + 1);
    isHanging = false;
  });

  it('answers each user so often in an hour', async () => {
    const keen = await server.person({ role: 'vendor' });
    const chat = await meet(keen);
    // Without an answer it does not count.
    expect(await statusOf(ask(keen, { sessionId: chat }))).toEqual([409, 'empty-chat']);
    await say(keen, 'Hello', undefined, chat);
    for (let i = 0; i < 5; i++) await ((await ask(keen, { sessionId: chat })).data as Response).text();
    expect(await statusOf(ask(keen, { sessionId: chat }))).toEqual([429, 'limited']);
    const { data } = await ask(siyuan);
    expect((data as Response).status).toBe(200);
    await (data as Response).text();
  });
});

describe('who runs the product', () => {
  it('is refused without a configured assistant, and pages know that', async () => {
    const bare = await startTestServer();
    try {
      const ready = (await (await fetch(`${bare.url}/readyz`)).json()) as object;
      expect(ready).toMatchObject({ assistantAdvice: expect.stringContaining('ASSISTANT_OPENAI_URL') });
      expect(await (await fetch(`${bare.url}/config.json`)).json()).toMatchObject({ assistant: false });
      const user = await bare.person({ role: 'visitor' });
      const answer = await fetch(`${bare.url}/functions/v1/assistant`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.accessToken}`, apikey: bare.ctx.apiKeys.publishable },
        body: '{}',
      });
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'off' }]);
    } finally {
      await bare.stop();
    }
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ assistant: true });
    expect(await (await fetch(`${server.url}/readyz`)).json()).not.toHaveProperty('assistantAdvice');
  });
});
