import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboxMailer, listOutbox } from '../../src/mail/outbox.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const mail = (subject: string) => ({ to: 'lin@fair.example', subject, text: 'text', html: '<p>text</p>' });

describe('the outbox', () => {
  it('lists nothing before the first mail', async () => {
    expect(await listOutbox(dataDir)).toEqual([]);
  });

  it('lists mails newest first', async () => {
    const outbox = createOutboxMailer(dataDir);
    for (const subject of ['one', 'two', 'three']) await outbox.send(mail(subject));
    const listed = await listOutbox(dataDir);
    expect(listed.map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
    expect(listed[0]).toEqual({ ...mail('three'), sentAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await listOutbox(dataDir, 1)).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('is readable by its own account alone', async () => {
    await createOutboxMailer(dataDir).send(mail('one'));
    const folder = path.join(dataDir, 'mails');
    const [name = ''] = await readdir(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('does not let an address choose the file, and passes unfinished files by', async () => {
    const outbox = createOutboxMailer(dataDir);
    await outbox.send({ ...mail('one'), to: '../../evil@fair.example' });
    await writeFile(path.join(dataDir, 'mails', 'half.json.part'), '{"to":');
    expect((await listOutbox(dataDir)).map(({ to }) => to)).toEqual(['../../evil@fair.example']);
    expect(await readdir(dataDir)).toEqual(['mails']);
  });

  it('keeps the newest thousand', async () => {
    const outbox = createOutboxMailer(dataDir);
    for (let number = 1; number <= 1100; number += 1) await outbox.send(mail(String(number)));
    const listed = await listOutbox(dataDir, 2000);
    expect(listed).toHaveLength(1000);
    expect(listed.at(-1)?.subject).toBe('101');
  });
});
