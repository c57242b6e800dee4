import type { AssistantEvent } from '@dragoman/domain/assistant/assistant';
import { describe, expect, test, vi } from 'vitest';
import type { Clock } from '../providers/retry.ts';
import { chunk, DONE, streamOf } from '../testing/chat-stream.ts';
import { instantClock } from '../testing/instant-clock.ts';
import { deadUrl, type LocalBehaviour, type SeenRequest, startLocalServer } from '../testing/local-server.ts';
import { type AssistantDependencies, createAssistantHandler } from './handler.ts';
import { openAiChatStream } from './openai-chat-stream.ts';
import type { ReadChat } from './readers.ts';

const SESSION = '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10';
const CHAT: ReadChat = {
  me: { role: 'vendor', name: 'Nora Whitfield', company: 'Harbour Lighting', language: 'en' },
  other: { role: 'visitor', name: '陈思远', company: '远山贸易', language: 'zh' },
  messages: [
    { mine: false, words: '五千件的单价是多少？', at: '2026-05-02T09:00:00Z' },
    { mine: true, words: 'USD 4.20 per piece.', at: '2026-05-02T09:01:00Z' },
  ],
};

interface SetUp extends Partial<AssistantDependencies> {
  answer?: (request: SeenRequest, index: number) => LocalBehaviour;
  chat?: ReadChat | null;
  clock?: Clock;
}

async function setUp({ answer = () => streamOf('Fine', '.'), chat = CHAT, ...dependencies }: SetUp = {}) {
  const server = await startLocalServer(answer);
  const log = { info: vi.fn(), warn: vi.fn() };
  const handle = createAssistantHandler({
    model: openAiChatStream({ url: server.url, key: 'secret-key', model: 'm' }),
    chats: { read: async () => chat },
    knowledgeBase: { search: async () => [] },
    log,
    ...dependencies,
  });
  return { handle, server, log };
}

function send(body: object = {}, init: RequestInit = {}): Request {
  return new Request('http://own.invalid/assistant', {
    method: 'POST',
    body: JSON.stringify({ task: 'summary', sessionId: SESSION, language: 'en', ...body }),
    ...init,
  });
}

const NORA = { userId: 'nora' };

async function eventsOf(response: Response): Promise<AssistantEvent[]> {
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const lines = (await response.text()).split('\n\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line.replace(/^data: /, '')) as AssistantEvent);
}

function textOf(events: readonly AssistantEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

describe('an answer', () => {
  test('comes piece by piece, and says that it is whole', async () => {
    const { handle, server } = await setUp({ answer: () => streamOf('## Agreed\n', '- 5,000 件', ' 💡') });
    const events = await eventsOf(await handle(send(), NORA));
    expect(events).toEqual([
      { type: 'text', text: '## Agreed\n' },
      { type: 'text', text: '- 5,000 件' },
      { type: 'text', text: ' 💡' },
      { type: 'end', cut: false },
    ]);
    expect(server.seen[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer secret-key' },
      body: { model: 'm', stream: true },
    });
  });

  test('is put together again where the network tore it apart, and a note beside it counts for nothing', async () => {
    const bytes = Buffer.from(`: waiting\n\n${chunk('报价')}data: {"choices":[]}\n\n${chunk(null, 'stop')}`);
    const { handle } = await setUp({
      answer: () => ({ pieces: [...bytes].map((byte) => Buffer.of(byte)), ending: 'end' }),
    });
    expect(textOf(await eventsOf(await handle(send(), NORA)))).toBe('报价');
  });

  test('of a server that does not stream is shown all the same', async () => {
    const { handle } = await setUp({
      answer: () => ({ body: { choices: [{ message: { content: 'Fine.' } }] } }),
    });
    expect(await eventsOf(await handle(send(), NORA))).toEqual([
      { type: 'text', text: 'Fine.' },
      { type: 'end', cut: false },
    ]);
  });

  test('has no thoughts in it', async () => {
    const { handle } = await setUp({
      answer: () => streamOf('<th', 'ink>Hm, <b>', ' well</thi', 'nk>\n\nFine', '.'),
    });
    expect(textOf(await eventsOf(await handle(send(), NORA)))).toBe('Fine.');
  });

  test('is cut where it goes on for ever, and the engine is let go', async () => {
    const endless = Array.from({ length: 50 }, () => chunk('again and again '));
    const { handle, server } = await setUp({
      answer: () => ({ pieces: endless, ending: 'hang' }),
      limits: { characters: 100 },
    });
    const events = await eventsOf(await handle(send(), NORA));
    expect(textOf(events)).toHaveLength(100);
    expect(events.at(-1)).toEqual({ type: 'end', cut: true });
    await vi.waitFor(() => expect(server.left()).toBe(1), 10_000);
  });
});

describe('an engine that fails', () => {
  test('in mid-stream leaves what has come, and says so', async () => {
    const { handle, log } = await setUp({
      answer: () => ({ pieces: [chunk('Both agreed on ')], ending: 'cut' }),
    });
    expect(await eventsOf(await handle(send(), NORA))).toEqual([
      { type: 'text', text: 'Both agreed on ' },
      { type: 'break', reason: 'broken' },
    ]);
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ failure: 'network' }),
      'assistance failed',
    );
  });

  test('politely, without having said that it is done, has broken off as well', async () => {
    const { handle } = await setUp({ answer: () => ({ pieces: [chunk('Both ')], ending: 'end' }) });
    expect((await eventsOf(await handle(send(), NORA))).at(-1)).toEqual({ type: 'break', reason: 'broken' });
  });

  test.each([['data: {"error":{"message":"overloaded"}}\n\n'], ['data: not json\n\n']])(
    'within its stream (%s) has broken off',
    async (piece) => {
      const { handle } = await setUp({
        answer: () => ({ pieces: [chunk('Both '), piece, DONE], ending: 'end' }),
      });
      expect((await eventsOf(await handle(send(), NORA))).at(-1)).toEqual({
        type: 'break',
        reason: 'broken',
      });
    },
  );

  test('by going silent is given up', async () => {
    const clock = instantClock();
    const { handle } = await setUp({ answer: () => ({ pieces: [chunk('Both ')], ending: 'hang' }), clock });
    const response = await handle(send(), NORA);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const next = reader.read();
    await vi.waitFor(async () => {
      clock.expire(25_000);
      expect(
        new TextDecoder().decode(
          (await Promise.race([next, new Promise<never>((_, no) => setImmediate(no))])).value,
        ),
      ).toContain('broken');
    }, 10_000);
  });

  test('by taking too long is told apart', async () => {
    const clock = instantClock();
    const { handle } = await setUp({ answer: () => ({ pieces: [chunk('Both ')], ending: 'hang' }), clock });
    const response = await handle(send(), NORA);
    const text = response.text();
    await vi.waitFor(() => expect(response.bodyUsed).toBe(true), 10_000);
    clock.expire(120_000);
    expect(await text).toContain('too-slow');
  });

  test('before it began is tried once more, and then refused', async () => {
    const clock = instantClock();
    const { handle, server } = await setUp({ answer: () => ({ status: 500 }), clock });
    const response = await handle(send(), NORA);
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'The assistant does not answer right now', code: 'unavailable' },
    ]);
    expect(server.seen).toHaveLength(2);
  });

  test('but is back at the second try is not noticed', async () => {
    const { handle } = await setUp({
      answer: (_request, index) =>
        index === 0 ? { status: 503, headers: { 'retry-after': '1' } } : streamOf('Fine.'),
      clock: instantClock(),
    });
    expect(textOf(await eventsOf(await handle(send(), NORA)))).toBe('Fine.');
  });

  test('for longer than we wait tells when to come back, and is then left alone', async () => {
    const { handle, server } = await setUp({
      answer: () => ({ status: 429, headers: { 'retry-after': '90' } }),
      clock: instantClock(),
    });
    const first = await handle(send(), NORA);
    expect([first.status, first.headers.get('retry-after')]).toEqual([502, '90']);
    const second = await handle(send(), NORA);
    expect([second.status, second.headers.get('retry-after')]).toEqual([502, '90']);
    expect(server.seen).toHaveLength(1);
  });

  test('by hanging before the first word is given up in time', async () => {
    const clock = instantClock();
    const { handle, server } = await setUp({ answer: () => 'hang', clock });
    const response = handle(send(), NORA);
    await vi.waitFor(() => expect(server.seen).toHaveLength(1), 10_000);
    clock.expire(30_000);
    expect((await response).status).toBe(502);
  });

  test('because the caller is not signed in', async () => {
    const model = openAiChatStream({ url: await deadUrl(), key: null, model: 'm' });
    const { handle } = await setUp({ model, clock: instantClock() });
    expect((await handle(send(), NORA)).status).toBe(502);
  });

  test('with nothing at all is no answer', async () => {
    const { handle } = await setUp({ answer: () => streamOf() });
    expect(await eventsOf(await handle(send(), NORA))).toEqual([{ type: 'break', reason: 'broken' }]);
  });
});

describe('a caller', () => {
  test('who leaves ends the work, and the engine is not blamed', async () => {
    const { handle, server, log } = await setUp({
      answer: () => ({ pieces: [chunk('Both ')], ending: 'hang' }),
    });
    const leaving = new AbortController();
    const response = await handle(send({}, { signal: leaving.signal }), NORA);
    const reader = (response.body as ReadableStream).getReader();
    await reader.read();
    leaving.abort();
    await reader.cancel();
    await vi.waitFor(() => expect(server.left()).toBe(1), 10_000);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('may ask so often, and so many times at once', async () => {
    const { handle } = await setUp({
      callerLimits: { calls: 2, windowMs: 60_000, atOnce: 1 },
      clock: instantClock(),
    });
    const first = await handle(send(), NORA);
    const atOnce = await handle(send(), NORA);
    expect([atOnce.status, (await atOnce.json()).code]).toEqual([429, 'limited']);
    await first.text();
    await (await handle(send(), NORA)).text();
    const third = await handle(send(), NORA);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await handle(send(), { userId: 'siyuan' })).status).toBe(200);
  });

  test('without a session, with a bad field, or with nothing to read is told so', async () => {
    const { handle, server } = await setUp();
    const statusOf = async (response: Promise<Response>) => (await response).status;
    expect(await statusOf(handle(send(), null))).toBe(401);
    expect(await statusOf(handle(send({ task: 'send' }), NORA))).toBe(400);
    expect(await statusOf(handle(send({ language: 'fr' }), NORA))).toBe(400);
    expect(await statusOf(handle(send({ sessionId: 'x' }), NORA))).toBe(400);
    expect(await statusOf(handle(send({}, { body: 'x'.repeat(9_000) }), NORA))).toBe(413);
    expect(await statusOf(handle(new Request('http://own.invalid/assistant'), NORA))).toBe(405);
    expect(await statusOf((await setUp({ chat: null })).handle(send(), NORA))).toBe(404);
    expect(await statusOf((await setUp({ chat: { ...CHAT, messages: [] } })).handle(send(), NORA))).toBe(409);
    expect(await statusOf((await setUp({ model: null })).handle(send(), NORA))).toBe(503);
    expect(server.seen).toHaveLength(0);
  });
});

describe('a question to a vendor’s material', () => {
  const SOURCES = [
    { title: 'Catalogue', page: 12, content: 'The lamp has a warranty of three years.' },
    { title: 'Terms', page: null, content: 'Samples are free.' },
  ];
  const WARRANTY = { task: 'ask', question: ' How long is the warranty? ' };
  const knowledgeBase = { search: async () => SOURCES };

  test('is answered from passages, which come before the answer with their places', async () => {
    const { handle, server } = await setUp({
      answer: () => streamOf('Three years [1].'),
      chat: { ...CHAT, messages: [] },
      knowledgeBase,
    });
    expect(await eventsOf(await handle(send(WARRANTY), NORA))).toEqual([
      { type: 'sources', sources: SOURCES },
      { type: 'text', text: 'Three years [1].' },
      { type: 'end', cut: false },
    ]);
    const body = server.seen[0]?.body as { messages: Array<{ content: string }> };
    const rows = body.messages[1]?.content
      .split('\n')
      .slice(1, -1)
      .map((row) => JSON.parse(row) as object);
    expect(rows).toEqual([
      { number: 1, document: 'Catalogue', page: 12, text: SOURCES[0]?.content },
      { number: 2, document: 'Terms', text: SOURCES[1]?.content },
      { question: 'How long is the warranty?' },
    ]);
    expect(body.messages[0]?.content).not.toContain('warranty');
  });

  test('keeps its places when the model breaks off', async () => {
    const { handle } = await setUp({
      answer: () => ({ pieces: [chunk('Three ')], ending: 'cut' }),
      knowledgeBase,
    });
    expect(await eventsOf(await handle(send(WARRANTY), NORA))).toEqual([
      { type: 'sources', sources: SOURCES },
      { type: 'text', text: 'Three ' },
      { type: 'break', reason: 'broken' },
    ]);
  });

  test('that nothing of it has to do with troubles no model', async () => {
    const { handle, server } = await setUp();
    expect(await eventsOf(await handle(send(WARRANTY), NORA))).toEqual([
      { type: 'sources', sources: [] },
      { type: 'end', cut: false },
    ]);
    expect(server.seen).toHaveLength(0);
  });

  test('gives its place back when the material cannot be read', async () => {
    const search = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue(SOURCES);
    const callerLimits = { calls: 9, windowMs: 60_000, atOnce: 1 };
    const { handle } = await setUp({ callerLimits, knowledgeBase: { search } });
    await expect(handle(send(WARRANTY), NORA)).rejects.toThrow('down');
    expect((await handle(send(WARRANTY), NORA)).status).toBe(200);
  });

  test('must be there, goes with no other task, and is not longer than one may ask', async () => {
    const { handle } = await setUp({ knowledgeBase });
    const bodies = [
      { task: 'ask' },
      { task: 'ask', question: ' ' },
      { task: 'ask', question: 'x'.repeat(1_001) },
      { task: 'ask', question: 7 },
      { task: 'summary', question: 'x' },
    ];
    for (const body of bodies) expect((await handle(send(body), NORA)).status).toBe(400);
    expect((await handle(send({ task: 'ask', question: '灯'.repeat(1_000) }), NORA)).status).toBe(200);
  });
});

test('neither chats nor answers nor keys are in the log', async () => {
  const { handle, log } = await setUp({
    answer: (_request, index) =>
      index === 0 ? streamOf('A private answer') : { status: 400, body: { error: { message: '4.20' } } },
  });
  await (await handle(send(), NORA)).text();
  await (await handle(send(), NORA)).text();
  const said = JSON.stringify([...log.info.mock.calls, ...log.warn.mock.calls]);
  expect(said).toContain('summary');
  for (const text of ['4.20', '五千件', 'Nora', 'private', 'secret-key']) expect(said).not.toContain(text);
});

test('of a long chat the newest messages are read, and of each so much', async () => {
  const messages = Array.from({ length: 300 }, (_, i) => ({
    mine: false,
    words: `${i} ${'x'.repeat(3_000)}`,
    at: '2026-05-02T09:00:00Z',
  }));
  const { handle, server } = await setUp({ chat: { ...CHAT, messages } });
  await (await handle(send(), NORA)).text();
  const body = server.seen[0]?.body as { messages: Array<{ content: string }> };
  const data = body.messages[1]?.content ?? '';
  expect(data.length).toBeLessThan(30_000);
  expect(data).toContain('"299 ');
  expect(data).not.toContain('"200 ');
});
