import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboxSmsSender, listSmsOutbox } from '../../src/sms/outbox.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-sms-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const sms = (text: string) => ({ to: '4915112345678', channel: 'sms' as const, text, code: '123456' });

describe('the outbox of SMS', () => {
  it('lists messages newest first, under the ids that were given', async () => {
    expect(await listSmsOutbox(dataDir)).toEqual([]);
    const outbox = createOutboxSmsSender(dataDir);
    const ids = [];
    for (const text of ['one', 'two', 'three']) ids.push(await outbox.send(sms(text)));
    const listed = await listSmsOutbox(dataDir);
    expect(listed.map(({ text }) => text)).toEqual(['three', 'two', 'one']);
    expect(listed.map(({ id }) => id)).toEqual(ids.reverse());
    expect(listed[0]).toMatchObject({ to: '4915112345678', channel: 'sms', sentAt: expect.any(String) });
    expect(await listSmsOutbox(dataDir, 1)).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('is readable by its own account alone', async () => {
    await createOutboxSmsSender(dataDir).send(sms('one'));
    const folder = path.join(dataDir, 'sms');
    const [name = ''] = await readdir(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  });
});
