import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet } from '../trust/support.ts';
import { proposed, settle } from './support.ts';

// An accepted meeting as a file behind a plain link: src/meetings, src/file-links.

let server: TestServer;
let vendor: Person;
let visitor: Person;
let chat: string;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://fair.example' });
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Helen Park' }),
    server.person({ role: 'visitor', name: '李娜', language: 'zh' }),
  ]);
  chat = await meet(vendor, visitor);
});
afterAll(() => server.stop());

async function ask(caller: Person, meeting: string): Promise<{ status: number; path: string }> {
  const answer = await fetch(`${server.url}/functions/v1/meeting-file`, {
    method: 'POST',
    headers: {
      apikey: server.ctx.apiKeys.publishable,
      authorization: `Bearer ${caller.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ meeting }),
  });
  const { path } = (await answer.json()) as { path?: string };
  return { status: answer.status, path: path ?? '' };
}

const open = (path: string) => fetch(`${server.url}/functions/v1/meeting-file${path}`);

it('gives each side its own file of an accepted meeting, and of its end', async () => {
  const meeting = await proposed(vendor, chat, { note: 'Samples; prices\n“terms”' });
  expect((await ask(vendor, meeting.id)).status).toBe(404);
  await settle(visitor, meeting, 'accept');
  for (const [reader, summary] of [
    [vendor, 'Meeting with 李娜'],
    [visitor, '与 Helen Park 会面'],
  ] as const) {
    const file = await open((await ask(reader, meeting.id)).path);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/calendar;charset=utf-8;method=PUBLISH');
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toContain(`${summary}.ics`);
    const event = new ICAL.Event(
      new ICAL.Component(ICAL.parse(await file.text())).getFirstSubcomponent('vevent') as ICAL.Component,
    );
    expect(event.summary).toBe(summary);
    expect(event.description).toBe('Samples; prices\n“terms”');
    expect(event.startDate.toJSDate()).toEqual(new Date(meeting.times[0] ?? 0));
    expect(event.duration.toSeconds()).toBe(1800);
    expect(event.component.getFirstPropertyValue('url')).toBe(`https://fair.example/chat/${chat}`);
  }
  const { path } = await ask(visitor, meeting.id);
  await settle(vendor, meeting, 'cancel');
  expect(await (await open(path)).text()).toContain('STATUS:CANCELLED');
});

it('is refused to strangers, without a token, and under the token of another file', async () => {
  const meeting = await proposed(vendor, chat);
  await settle(visitor, meeting, 'accept');
  const stranger = await server.person({ role: 'visitor' });
  expect(await ask(stranger, meeting.id)).toEqual({ status: 404, path: '' });
  expect((await ask(vendor, 'x')).status).toBe(400);
  expect((await open('')).status).toBe(401);
  const { path } = await ask(vendor, meeting.id);
  expect((await fetch(`${server.url}/functions/v1/contact-file${path}`)).status).toBe(401);
});
