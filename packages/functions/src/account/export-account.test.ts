import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AccountSource } from './account-source.ts';
import { createAccountExport, endWhenUnread } from './export-account.ts';

async function* nothing(): AsyncGenerator<never> {}

function emptyAccount(userId: string): AccountSource {
  return {
    userId,
    account: {},
    devices: [],
    passkeys: [],
    language: 'en',
    product: 'Dragoman',
    reader: {
      rows: nothing,
      chats: nothing,
      messages: nothing,
      people: nothing,
      profiles: async () => [],
      chatFolders: nothing,
      profileFolders: nothing,
      files: nothing,
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('exports whose clients stop reading', () => {
  it('are ended, and others get their places', async () => {
    const warn = vi.fn();
    const answer = createAccountExport({ warn }, 50);
    const begin = (userId: string) => answer(userId, async () => emptyAccount(userId));
    const readers = [];
    for (const userId of ['a', 'b', 'c', 'd']) {
      const reader = (await begin(userId)).body?.getReader();
      expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
      readers.push(reader);
    }
    for (const reader of readers) await expect(reader?.closed).rejects.toThrow('stopped reading');
    await expect.poll(() => warn.mock.calls.length).toBe(4);
    expect((await begin('e')).status).toBe(200);
  });
});

describe('exports of accounts that take long to read', () => {
  it('go on while their client waits', async () => {
    vi.useFakeTimers();
    let give = (_bytes: Uint8Array) => {};
    const slow = new ReadableStream<Uint8Array>(
      {
        pull: (controller) =>
          new Promise((resolve) => {
            give = (bytes) => resolve(controller.enqueue(bytes));
          }),
      },
      { highWaterMark: 0 },
    );
    const read = endWhenUnread(slow, 50).getReader().read();
    await vi.advanceTimersByTimeAsync(1000);
    give(new Uint8Array([7]));
    expect((await read).value).toEqual(new Uint8Array([7]));
  });
});
