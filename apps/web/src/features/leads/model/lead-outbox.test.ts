import { EMPTY_LEAD, type LeadContent } from '@dragoman/domain/lead';
import { describe, expect, it, vi } from 'vitest';
import { createLeadOutbox } from './lead-outbox.ts';
import type { LeadStore, PendingLead, SavedLead, SaveOutcome } from './pending-lead.ts';

function memoryStore(kept = new Map<string, PendingLead>()): LeadStore {
  return {
    all: async (ownerId) => [...kept.values()].filter((lead) => lead.ownerId === ownerId),
    put: async (lead) => void kept.set(lead.personId, lead),
    remove: async (_, personId) => void kept.delete(personId),
  };
}

/** A server that many devices write to, by version. */
function createServer() {
  let row: SavedLead | null = null;
  let reachable = true;
  return {
    row: () => row,
    setReachable(value: boolean) {
      reachable = value;
    },
    write(content: Partial<LeadContent>) {
      row = { version: (row?.version ?? 0) + 1, content: { ...(row?.content ?? EMPTY_LEAD), ...content } };
    },
    async save(version: number | null, content: LeadContent): Promise<SaveOutcome> {
      if (!reachable) return { kind: 'unreachable' };
      if ((content.note?.length ?? 0) > 100) return { kind: 'refused' };
      if ((row?.version ?? null) !== version) return { kind: 'changed', theirs: row };
      row = { version: (version ?? 0) + 1, content };
      return { kind: 'saved', lead: row };
    },
  };
}

function setUp(server = createServer(), store = memoryStore()) {
  let now = 0;
  let asleep: (() => void) | null = null;
  const joinedPeople: string[] = [];
  const outbox = createLeadOutbox({
    ownerId: 'vera',
    store,
    now: () => now,
    save: (_, version, content) => server.save(version, content),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        asleep = () => {
          now += ms;
          resolve();
        };
        signal.addEventListener('abort', () => resolve());
      }),
    exclusively: (work) => work(),
    onStored: () => undefined,
    onSaved: () => undefined,
    onJoined: (personId) => joinedPeople.push(personId),
  });
  const settle = async () => {
    await vi.waitFor(() => expect(asleep).not.toBeNull());
    asleep?.();
    asleep = null;
  };
  const saved = () => vi.waitFor(() => expect(outbox.get().size).toBe(0));
  return { outbox, server, settle, saved, joinedPeople };
}

describe('the outbox of leads', () => {
  it('saves what was typed last, as one change', async () => {
    const { outbox, server, settle, saved } = setUp();
    outbox.edit('wei', null, { note: 'Cal' });
    outbox.edit('wei', null, { note: 'Call' });
    outbox.edit('wei', null, { rating: 4 });
    await settle();
    await saved();
    expect(server.row()).toMatchObject({ version: 1, content: { note: 'Call', rating: 4 } });
  });

  it('keeps both texts of two devices that had no network, and says so', async () => {
    const server = createServer();
    server.write({ note: 'Met at the door' });
    const known = server.row();
    const { outbox, settle, saved, joinedPeople } = setUp(server);
    outbox.edit('wei', known, { note: 'Met at the door\n五月寄样品' });
    server.write({ note: 'Met at the door\nاتصل غداً', rating: 5 });
    await settle();
    await saved();
    expect(server.row()).toMatchObject({
      version: 3,
      content: { note: 'Met at the door\nاتصل غداً\n五月寄样品', rating: 5 },
    });
    expect(joinedPeople).toEqual(['wei']);
  });

  it('adds to a row that it did not know of', async () => {
    const server = createServer();
    server.write({ note: 'Known elsewhere', tags: ['lamps'] });
    const { outbox, settle, saved } = setUp(server);
    outbox.edit('wei', null, { tags: ['VIP'], rating: 2 });
    await settle();
    await saved();
    expect(server.row()?.content).toMatchObject({
      note: 'Known elsewhere',
      tags: ['lamps', 'VIP'],
      rating: 2,
    });
  });

  it('waits without a network, also through a reload, and goes on when it is woken', async () => {
    const kept = new Map<string, PendingLead>();
    const first = setUp(createServer(), memoryStore(kept));
    first.server.setReachable(false);
    first.outbox.edit('wei', null, { note: 'Offline' });
    await first.settle();
    expect(first.outbox.get().get('wei')?.mine.note).toBe('Offline');
    first.outbox.stop();

    const second = setUp(createServer(), memoryStore(kept));
    await second.outbox.reload();
    expect(second.outbox.get().get('wei')?.mine.note).toBe('Offline');
    await second.settle();
    await second.saved();
    expect(second.server.row()?.content.note).toBe('Offline');
    expect(kept.size).toBe(0);
  });

  it('makes a new row of what is noted about somebody whose row is gone', async () => {
    const { outbox, server, settle, saved } = setUp();
    outbox.edit('wei', { version: 7, content: { ...EMPTY_LEAD, note: 'Old' } }, { rating: 1 });
    await settle();
    await saved();
    expect(server.row()).toMatchObject({ version: 1, content: { note: 'Old', rating: 1 } });
  });

  it('keeps what the server refuses until it is changed', async () => {
    const { outbox, server, settle, saved } = setUp();
    outbox.edit('wei', null, { note: 'x'.repeat(101) });
    await settle();
    await vi.waitFor(() => expect(outbox.get().get('wei')?.refused).toBe(true));
    outbox.edit('wei', null, { note: 'short' });
    await settle();
    await saved();
    expect(server.row()?.content.note).toBe('short');
  });
});
