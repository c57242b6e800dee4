import { EMPTY_LEAD, type LeadContent } from '@dragoman/domain/leads/lead';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobQueue } from '@/shared/offline/job-queue.ts';
import { allJobs, type JobStore, memoryJobStore } from '@/shared/offline/job-store.ts';
import { createLeadOutbox } from './lead-outbox.ts';
import type { SavedLead, SaveOutcome } from './pending-lead.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

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

function setUp(server = createServer(), store = memoryJobStore()) {
  const joinedPeople: string[] = [];
  const saves: number[] = [];
  const booths: string[] = [];
  const outbox = createLeadOutbox({
    ownerId: 'vera',
    start(definition) {
      const ports = { ownerId: 'vera', store, exclusively: <T>(work: () => Promise<T>) => work() };
      return createJobQueue(definition, { ...ports, onStored: () => {} });
    },
    save(boothId, _, version, content) {
      saves.push(Date.now());
      booths.push(boothId);
      return server.save(version, content);
    },
    onSaved: () => undefined,
    onJoined: (personId) => joinedPeople.push(personId),
  });
  /** Long enough without typing to trigger a save. */
  const settle = () => vi.advanceTimersByTimeAsync(700);
  return { outbox, server, store, settle, joinedPeople, saves, booths };
}

describe('the outbox of leads', () => {
  it('saves what was typed last, as one change', async () => {
    const { outbox, server, settle, saves } = setUp();
    outbox.edit('wei', null, { note: 'Cal' });
    await vi.advanceTimersByTimeAsync(600);
    outbox.edit('wei', null, { note: 'Call' });
    outbox.edit('wei', null, { rating: 4 });
    await settle();
    expect(outbox.get().size).toBe(0);
    expect(server.row()).toMatchObject({ version: 1, content: { note: 'Call', rating: 4 } });
    expect(saves).toHaveLength(1);
  });

  it('keeps both texts of two devices that had no network, and says so', async () => {
    const server = createServer();
    server.write({ note: 'Met at the door' });
    const known = server.row();
    const { outbox, settle, joinedPeople } = setUp(server);
    outbox.edit('wei', known, { note: 'Met at the door\n五月寄样品' });
    server.write({ note: 'Met at the door\nاتصل غداً', rating: 5 });
    await settle();
    expect(outbox.get().size).toBe(0);
    expect(server.row()).toMatchObject({
      version: 3,
      content: { note: 'Met at the door\nاتصل غداً\n五月寄样品', rating: 5 },
    });
    expect(joinedPeople).toEqual(['wei']);
  });

  it('saves for the booth for which it was noted, on the device of who noted it', async () => {
    const { outbox, settle, booths } = setUp();
    outbox.edit('wei', null, { note: 'Call' }, 'nora');
    await vi.advanceTimersByTimeAsync(600);
    expect(outbox.get().get('wei')).toMatchObject({ ownerId: 'vera', boothId: 'nora' });
    await settle();
    outbox.edit('wei', null, { note: 'Mine' });
    await settle();
    expect(booths).toEqual(['nora', 'vera', 'vera']);
  });

  it('adds to a row that it did not know of', async () => {
    const server = createServer();
    server.write({ note: 'Known elsewhere', tags: ['lamps'] });
    const { outbox, settle } = setUp(server);
    outbox.edit('wei', null, { tags: ['VIP'], rating: 2 });
    await settle();
    expect(outbox.get().size).toBe(0);
    expect(server.row()?.content).toMatchObject({
      note: 'Known elsewhere',
      tags: ['lamps', 'VIP'],
      rating: 2,
    });
  });

  it('waits without a network, also through a reload, and goes on when it is woken', async () => {
    const first = setUp();
    first.server.setReachable(false);
    first.outbox.edit('wei', null, { note: 'Offline' });
    await first.settle();
    expect(first.outbox.get().get('wei')?.mine.note).toBe('Offline');
    first.outbox.stop();

    const second = setUp(createServer(), first.store);
    await second.outbox.reload();
    expect(second.outbox.get().get('wei')?.mine.note).toBe('Offline');
    second.outbox.wake();
    await second.settle();
    expect(second.server.row()?.content.note).toBe('Offline');
    expect(await allJobs(first.store, 'vera')).toEqual([]);
  });

  it('saves what was typed during an attempt next, as a change of that', async () => {
    const { outbox, server, settle, joinedPeople } = setUp();
    outbox.edit('wei', null, { note: 'Call' });
    const save = server.save.bind(server);
    server.save = async (version, content) => {
      const outcome = await save(version, content);
      if (version === null) outbox.edit('wei', null, { note: 'Call tomorrow' });
      return outcome;
    };
    await settle();
    expect(outbox.get().get('wei')).toMatchObject({ base: { version: 1 }, mine: { note: 'Call tomorrow' } });
    await settle();
    expect(server.row()).toMatchObject({ version: 2, content: { note: 'Call tomorrow' } });
    expect([outbox.get().size, joinedPeople]).toEqual([0, []]);
  });

  it('does not bring back a letter that was deleted right after it was saved', async () => {
    const store = memoryJobStore();
    const slow: JobStore = {
      ...store,
      async remove(ownerId, id) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await store.remove(ownerId, id);
      },
    };
    const { outbox, server, settle } = setUp(createServer(), slow);
    outbox.edit('wei', null, { note: 'Calll' });
    await settle();
    expect(server.row()).toMatchObject({ version: 1, content: { note: 'Calll' } });
    outbox.edit('wei', null, { note: 'Call' });
    await settle();
    await settle();
    expect(server.row()).toMatchObject({ version: 2, content: { note: 'Call' } });
    expect(outbox.get().size).toBe(0);
  });

  it('creates a new row for notes whose row is gone', async () => {
    const { outbox, server, settle } = setUp();
    outbox.edit('wei', { version: 7, content: { ...EMPTY_LEAD, note: 'Old' } }, { rating: 1 });
    await settle();
    expect(outbox.get().size).toBe(0);
    expect(server.row()).toMatchObject({ version: 1, content: { note: 'Old', rating: 1 } });
  });

  it('keeps what the server refuses until it is changed', async () => {
    const { outbox, server, settle } = setUp();
    outbox.edit('wei', null, { note: 'x'.repeat(101) });
    await settle();
    expect(outbox.get().get('wei')?.refused).toBe(true);
    outbox.edit('wei', null, { note: 'short' });
    await settle();
    expect(outbox.get().size).toBe(0);
    expect(server.row()?.content.note).toBe('short');
  });
});
