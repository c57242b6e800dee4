import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SettingConflictError } from '../../src/settings/settings-store.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { type ServerProcess, startProcess } from '../realtime/fair.ts';

// Event admins' settings while the product runs (docs/adr/0033), on two processes that share a
// database.

let server: TestServer;
let other: ServerProcess;
beforeAll(async () => {
  server = await startTestServer({ RETENTION_DAYS: '45' });
  other = await startProcess(server.databaseUrl, { env: { RETENTION_DAYS: '45' } });
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

// Each test begins with the environment's values, in both processes.
afterEach(async () => {
  await server.sql('delete from dragoman.settings');
  const unchanged = { retentionDays: 0, guestsEnabled: 0, announcement: 0, brand: 0 };
  await expect.poll(() => [here().revisions(), there().revisions()]).toEqual([unchanged, unchanged]);
});

const here = () => server.ctx.settings;
const there = () => other.ctx.settings;
const words = { id: randomUUID(), en: 'Hall 3 opens at ten.', zh: '3号馆十点开放。', ar: '' };

describe('settings', () => {
  it("begin with the environment's values, and reach every process when they change", async () => {
    expect(there().current()).toEqual({
      retentionDays: 45,
      guestsEnabled: true,
      announcement: null,
      brand: {},
    });
    await here().set('retentionDays', 30);
    await here().set('announcement', words);
    expect(here().current()).toMatchObject({ retentionDays: 30, announcement: words });
    await expect.poll(() => there().current()).toEqual(here().current());
    expect(there().revisions()).toEqual(here().revisions());

    await there().set('retentionDays', undefined);
    await expect.poll(() => here().current().retentionDays).toBe(45);
  });

  it('tell their listeners, and give the same object while nothing changes', async () => {
    let told = 0;
    const end = there().onChange(() => {
      told += 1;
    });
    await here().set('brand', { name: 'Lumen Fair' });
    await expect.poll(() => there().current().brand).toEqual({ name: 'Lumen Fair' });
    expect(told).toBe(1);
    const before = here().current();
    expect(here().current()).toBe(before);
    end();
    await here().set('brand', undefined);
    await expect.poll(() => there().current().brand).toEqual({});
    expect(told).toBe(1);
  });

  it('refuse what they may not be, and writing over a change that was not seen', async () => {
    await expect(here().set('retentionDays', 0.5)).rejects.toThrow('expected int');
    await expect(here().set('announcement', { ...words, en: '', zh: ' ' })).rejects.toThrow(
      'must have a text in one language at least',
    );
    await expect(here().set('brand', { name: '' })).rejects.toThrow('name');
    await here().set('retentionDays', 7, 0);
    await expect(there().set('retentionDays', 8, 0)).rejects.toThrow(SettingConflictError);
    const { retentionDays: seen } = here().revisions();
    await here().set('retentionDays', 9, seen);
    await expect(here().set('retentionDays', 10, seen)).rejects.toThrow(SettingConflictError);
    await expect(here().set('retentionDays', undefined, seen)).rejects.toThrow(SettingConflictError);
    expect(here().current().retentionDays).toBe(9);
    await here().set('retentionDays', undefined);
  });

  it('keep their defaults where the stored values are invalid', async () => {
    await server.sql(`insert into dragoman.settings (key, value) values ('retentionDays', '"many"')`);
    await server.sql(`insert into dragoman.settings (key, value) values ('ofAnotherVersion', '1')`);
    await here().set('guestsEnabled', false);
    expect(here().current()).toMatchObject({ retentionDays: 45, guestsEnabled: false });
    await server.sql('delete from dragoman.settings');
    await expect.poll(() => here().current().guestsEnabled).toBe(true);
    await expect.poll(() => there().current().guestsEnabled).toBe(true);
  });

  it('let no guest in once the organiser says so, in any process', async () => {
    const offered = async (url: string) =>
      ((await (await fetch(`${url}/config.json`)).json()) as { guests: boolean }).guests;
    expect(await offered(server.url)).toBe(true);
    await there().set('guestsEnabled', false);
    await expect.poll(() => offered(server.url)).toBe(false);
    const refused = await server.client().auth.signInAnonymously();
    expect(refused.error).toMatchObject({ code: 'anonymous_provider_disabled' });
    await there().set('guestsEnabled', true);
    await expect.poll(() => offered(server.url)).toBe(true);
    expect((await server.client().auth.signInAnonymously()).error).toBeNull();
  });
});

describe('an announcement', () => {
  function listen(channel: RealtimeChannel): Promise<string> {
    return new Promise((resolve) => channel.subscribe((status) => resolve(status)));
  }

  it('reaches all signed-in users at once, and only administrators can create one', async () => {
    const { client } = await server.signUp();
    const heard: unknown[] = [];
    const channel = client.channel('event', { config: { private: true } });
    channel.on('broadcast', { event: 'announcement' }, ({ payload }) => heard.push(payload.announcement));
    expect(await listen(channel)).toBe('SUBSCRIBED');
    await there().set('announcement', words);
    await expect.poll(() => heard).toEqual([words]);
    await here().set('announcement', undefined);
    await expect.poll(() => heard).toEqual([words, null]);

    const stranger = server.client().channel('event', { config: { private: true } });
    expect(await listen(stranger)).toBe('CHANNEL_ERROR');
    const { client: loud } = await server.signUp();
    const spoken = loud.channel('event', { config: { private: true, broadcast: { ack: true } } });
    expect(await listen(spoken)).toBe('SUBSCRIBED');
    expect(
      await spoken.send(
        { type: 'broadcast', event: 'announcement', payload: { announcement: words } },
        { timeout: 500 },
      ),
    ).not.toBe('ok');
    await here().set('announcement', words);
    await expect.poll(() => heard).toEqual([words, null, words]);
    await here().set('announcement', undefined);
  });

  it('is part of the configuration of pages', async () => {
    await here().set('announcement', words);
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ announcement: words });
    await here().set('announcement', undefined);
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ announcement: null });
  });
});
