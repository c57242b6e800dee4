import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { subscribeToChat } from './chat-subscription.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Listener = (payload: unknown) => void;

/** The client's side of a channel, with the server's answers in the test's hand. */
class FakeChannel {
  name: string;
  removed = false;
  filters: string[] = [];
  private listeners: { kind: string; table: string | undefined; listener: Listener }[] = [];
  private status: (status: string, error?: Error) => void = () => {};

  constructor(name: string) {
    this.name = name;
  }

  on(kind: string, config: { table?: string; filter?: string }, listener: Listener): this {
    if (config.filter) this.filters.push(`${config.table} ${config.filter}`);
    this.listeners.push({ kind, table: config.table, listener });
    return this;
  }

  subscribe(status: (status: string, error?: Error) => void): this {
    this.status = status;
    return this;
  }

  report(status: 'SUBSCRIBED' | 'CHANNEL_ERROR' | 'TIMED_OUT' | 'CLOSED', error?: Error): void {
    this.status(status, error);
  }

  /** Lets the client in, and has the database listen. */
  letIn(): void {
    this.report('SUBSCRIBED');
    this.push('system', { extension: 'postgres_changes', status: 'ok' });
  }

  push(kind: string, payload: unknown, table?: string): void {
    for (const it of this.listeners) if (it.kind === kind && it.table === table) it.listener(payload);
  }
}

async function setUp() {
  const channels: FakeChannel[] = [];
  const setAuth = vi.fn(async () => {});
  const client = {
    setAuth,
    channel(name: string) {
      const channel = new FakeChannel(name);
      channels.push(channel);
      return channel;
    },
    async removeChannel(channel: FakeChannel) {
      channel.removed = true;
      // The real client reports the end of a channel that it is asked to remove.
      channel.report('CLOSED');
    },
  };
  const calls: string[] = [];
  const close = subscribeToChat(
    { realtime: async () => client } as unknown as Supabase,
    { chatId: 's1', profileIds: ['p1', 'p2'], viewerId: 'p1' },
    {
      onMessage: (change) => calls.push(`message ${change?.kind ?? 'unreadable'}`),
      onSession: () => calls.push('session'),
      onRead: (mark) => calls.push(`read ${mark.last_read_at}`),
      onMeeting: () => calls.push('meeting'),
      onReaction: ({ message_id, reaction }) => calls.push(`reaction ${message_id} ${reaction}`),
      onHidden: (id) => calls.push(`hidden ${id}`),
      onLive: () => calls.push('live'),
      onDown: () => calls.push('down'),
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  const latest = () => channels.at(-1) as FakeChannel;
  return { channels, latest, calls, close, setAuth };
}

describe('a live session', () => {
  it('listens to its messages, its session and its people, with a token', async () => {
    const { latest, setAuth } = await setUp();
    expect(latest().filters).toEqual([
      'messages session_id=eq.s1',
      'sessions id=eq.s1',
      'profile_changes profile_id=in.(p1,p2)',
      'session_reads session_id=eq.s1',
      'message_reactions session_id=eq.s1',
      'meetings session_id=eq.s1',
      'hidden_messages profile_id=eq.p1',
    ]);
    expect(setAuth).toHaveBeenCalledTimes(1);
  });

  it('passes changes on, also those that cannot be read', async () => {
    const { latest, calls } = await setUp();
    const row = {
      id: 'm',
      session_id: 's1',
      sender_id: 'p1',
      content: 'x',
      created_at: '2026-01-01T09:00:00Z',
    };
    const payload = { commit_timestamp: '2026-01-01T09:00:00Z', new: row, old: {} };
    latest().push('postgres_changes', { ...payload, eventType: 'INSERT' }, 'messages');
    latest().push('postgres_changes', { ...payload, eventType: 'UPDATE', new: {} }, 'messages');
    latest().push('postgres_changes', {}, 'sessions');
    latest().push('postgres_changes', {}, 'profile_changes');
    const mark = {
      session_id: 's1',
      profile_id: 'p2',
      last_read_at: row.created_at,
      seen_at: row.created_at,
    };
    latest().push('postgres_changes', { eventType: 'INSERT', new: mark, old: {} }, 'session_reads');
    latest().push('postgres_changes', { eventType: 'UPDATE', new: {}, old: {} }, 'session_reads');
    const sign = { message_id: 'm', profile_id: 'p2', reaction: 'like', changed_at: row.created_at };
    latest().push('postgres_changes', { eventType: 'INSERT', new: sign, old: {} }, 'message_reactions');
    latest().push('postgres_changes', { eventType: 'UPDATE', new: {}, old: {} }, 'message_reactions');
    const hidden = { profile_id: 'p1', message_id: 'm' };
    latest().push('postgres_changes', { eventType: 'INSERT', new: hidden, old: {} }, 'hidden_messages');
    latest().push('postgres_changes', { eventType: 'INSERT', new: {}, old: {} }, 'hidden_messages');
    expect(calls).toEqual([
      'message insert',
      'message unreadable',
      'session',
      'session',
      `read ${row.created_at}`,
      'reaction m like',
      'hidden m',
    ]);
  });

  it('is live, once, when the database listens, which may be long after it was let in', async () => {
    const { latest, calls } = await setUp();
    latest().report('SUBSCRIBED');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toEqual([]);
    latest().push('system', { extension: 'postgres_changes', status: 'ok' });
    latest().push('system', { extension: 'system', status: 'error' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual(['live']);
    // The database has restarted its listener: changes may be missing.
    latest().push('system', { extension: 'postgres_changes', status: 'ok' });
    expect(calls).toEqual(['live', 'live']);
  });

  it('is live all the same where a server does not say that its database listens', async () => {
    const { latest, calls } = await setUp();
    latest().report('SUBSCRIBED');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual(['live']);
  });

  it.each(['TIMED_OUT', 'CLOSED'] as const)('is not live when it was let in and then %s', async (end) => {
    const { latest, calls, close } = await setUp();
    latest().report('SUBSCRIBED');
    latest().report(end);
    await vi.advanceTimersByTimeAsync(60_000);
    close();
    expect(calls).not.toContain('live');
  });

  it('leaves rejoining to the client when a channel fails or times out', async () => {
    const { channels, latest, calls } = await setUp();
    latest().letIn();
    latest().report('CHANNEL_ERROR');
    latest().report('TIMED_OUT');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(channels).toHaveLength(1);
    latest().letIn();
    expect(calls).toEqual(['live', 'down', 'down', 'live']);
  });

  it.each(['closed by the server', 'refused by the database'])(
    'opens a new channel of another name when one is %s, and waits longer each time',
    async (how) => {
      const { channels, latest, calls } = await setUp();
      const end = () => {
        if (how === 'closed by the server') latest().report('CLOSED');
        else latest().push('system', { extension: 'postgres_changes', status: 'error' });
      };
      end();
      await vi.advanceTimersByTimeAsync(999);
      expect(channels).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(channels).toHaveLength(2);
      expect(channels[0]?.removed).toBe(true);
      expect(channels[1]?.name).not.toBe(channels[0]?.name);
      end();
      await vi.advanceTimersByTimeAsync(1_999);
      expect(channels).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(1);
      expect(channels).toHaveLength(3);
      latest().letIn();
      await vi.advanceTimersByTimeAsync(10_000);
      end();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(channels).toHaveLength(4);
      expect(calls).toEqual(['down', 'down', 'live', 'down']);
    },
  );

  it.each(['closed', 'refused'])('does not hurry when each channel is let in and %s at once', async (how) => {
    const { channels, latest } = await setUp();
    for (const delay of [1_000, 2_000, 4_000, 8_000]) {
      latest().letIn();
      if (how === 'closed') latest().report('CLOSED');
      else latest().push('system', { extension: 'postgres_changes', status: 'error' });
      const before = channels.length;
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(channels).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(channels).toHaveLength(before + 1);
    }
  });

  it('asks but now and then for what the server says no to', async () => {
    const { channels, latest, calls } = await setUp();
    latest().letIn();
    latest().report('CLOSED');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(channels).toHaveLength(2);
    // Left to itself the client would try again every ten seconds.
    const refusal = new Error(
      'Unauthorized: You do not have permissions to read from this Channel topic: s1',
    );
    latest().report('CHANNEL_ERROR', refusal);
    expect(latest().removed).toBe(true);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(channels).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    latest().letIn();
    expect(channels).toHaveLength(3);
    expect(calls).toEqual(['live', 'down', 'down', 'live']);
  });

  it('is silent after it was closed, and opens nothing any more', async () => {
    const { channels, latest, calls, close } = await setUp();
    latest().report('CLOSED');
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(channels).toHaveLength(1);
    const second = await setUp();
    second.latest().letIn();
    second.close();
    expect(second.latest().removed).toBe(true);
    second.latest().report('CHANNEL_ERROR');
    expect(second.calls).toEqual(['live']);
    expect(calls).toEqual(['down']);
  });
});
