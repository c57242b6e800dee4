import type { BusinessCard } from '@dragoman/domain/document-scan';
import { describe, expect, it } from 'vitest';
import type { ScanOutcome } from '@/entities/card/scan/document-scans.ts';
import { createScanQueue, type ScanStore } from './scan-queue.ts';
import { hasRoom, MAX_WAITING_BYTES, MAX_WAITING_SCANS, type WaitingScan } from './waiting-scan.ts';

const PICTURE = new Blob(['a picture'], { type: 'image/jpeg' });
const CARD: BusinessCard = {
  name: 'Lucía Ferrer',
  company: '',
  designation: '',
  email: '',
  phone: '+34 600 555 010',
  website: '',
  whatsapp: '',
  wechat: '',
  uncertain: ['name'],
  alternatives: {},
};
const READ: ScanOutcome<BusinessCard> = { kind: 'read', found: CARD };
const UNREACHABLE: ScanOutcome<BusinessCard> = { kind: 'unreachable' };

function memoryStore(scans = new Map<string, WaitingScan>()): ScanStore {
  return {
    all: async (ownerId) => [...scans.values()].filter((scan) => scan.ownerId === ownerId),
    put: async (scan) => void scans.set(scan.id, scan),
    remove: async (id) => void scans.delete(id),
  };
}

/** A queue whose answers are given, and whose pauses last until it is woken. */
function setUp(
  answers: (ScanOutcome<BusinessCard> | Promise<ScanOutcome<BusinessCard>>)[],
  { store = memoryStore(), online = false } = {},
) {
  let ids = 0;
  const pauses: number[] = [];
  let reads = 0;
  const queue = createScanQueue({
    ownerId: 'vera',
    store,
    newId: () => `scan-${++ids}`,
    now: () => Date.parse('2026-01-05T08:00:00Z'),
    read: async () => {
      reads += 1;
      return answers.shift() ?? UNREACHABLE;
    },
    isOnline: () => online,
    sleep: (ms, signal) => {
      pauses.push(ms);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
    exclusively: (work) => work(),
    onStored: () => undefined,
  });
  const states = () => queue.get().scans.map(({ state }) => state.kind);
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => (condition() ? resolve() : setTimeout(look, 1));
      look();
    });
  return { queue, states, pauses, until, reads: () => reads };
}

describe('the queue of scans', () => {
  it('reads a picture at once where there is a network, without guesses about a stranger', async () => {
    const { queue, states, until } = setUp([READ]);
    const scan = await queue.add(PICTURE);
    expect(scan).toMatchObject({ id: 'scan-1', ownerId: 'vera', scannedAt: '2026-01-05T08:00:00.000Z' });
    await until(() => states()[0] === 'read');
    expect(queue.get().scans[0]?.state).toEqual({
      kind: 'read',
      fields: {
        found: { name: 'Lucía Ferrer', phone: '+34 600 555 010' },
        defaults: {},
        uncertain: ['name'],
        otherForms: {},
      },
    });
  });

  it('waits without a network, longer each time, and goes on when it is woken', async () => {
    const { queue, states, pauses, until } = setUp([UNREACHABLE, UNREACHABLE, READ, READ]);
    await queue.add(PICTURE);
    await until(() => pauses.length === 1);
    expect(states()).toEqual(['waiting']);
    // A second scan wakes it as well.
    await queue.add(PICTURE);
    await until(() => pauses.length === 2);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
    queue.wake();
    await until(() => states().every((state) => state === 'read'));
  });

  it('goes on after a reload with what was kept, and with one’s own alone', async () => {
    const kept = new Map<string, WaitingScan>();
    const first = setUp([UNREACHABLE], { store: memoryStore(kept) });
    await first.queue.add(PICTURE);
    await first.until(() => first.pauses.length === 1);
    first.queue.stop();
    kept.set('other', { ...(kept.get('scan-1') as WaitingScan), id: 'other', ownerId: 'wei' });

    const second = setUp([READ], { store: memoryStore(kept) });
    await second.queue.reload();
    second.queue.wake();
    await second.until(() => second.states()[0] === 'read');
    expect(second.states()).toHaveLength(1);
    expect(kept.get('other')?.state.kind).toBe('waiting');
  });

  it.each([
    ['a refusal', { kind: 'refused', message: 'Blurred' }],
    ['an empty card', { kind: 'read', found: { ...CARD, name: '', phone: '', uncertain: [] } }],
  ] as const)('leaves %s to people, who may have it read again', async (_, answer) => {
    const { queue, states, until } = setUp([answer as ScanOutcome<BusinessCard>, READ]);
    await queue.add(PICTURE);
    await until(() => states()[0] === 'unread');
    await queue.retry('scan-1');
    await until(() => states()[0] === 'read');
  });

  it('asks a busy server again, but not for ever', async () => {
    const busy: ScanOutcome<BusinessCard> = { kind: 'refused', message: '', again: true };
    const { queue, states, until, pauses, reads } = setUp([busy, busy, busy, busy]);
    await queue.add(PICTURE);
    for (const asked of [1, 2, 3]) {
      await until(() => pauses.length === asked);
      queue.wake();
    }
    await until(() => states()[0] === 'unread');
    expect(reads()).toBe(4);
  });

  it('leaves a picture that the server never answers about to people, and goes on with the next', async () => {
    const { queue, states, until, pauses } = setUp([...Array(4).fill(UNREACHABLE), READ], { online: true });
    await queue.add(PICTURE);
    for (const asked of [1, 2, 3]) {
      await until(() => pauses.length === asked);
      queue.wake();
    }
    await until(() => states()[0] === 'unread');
    await queue.add(PICTURE);
    await until(() => states()[1] === 'read');
  });

  it('keeps nothing once it is stopped, not even what was under way', async () => {
    let answer: (outcome: ScanOutcome<BusinessCard>) => void = () => undefined;
    const kept = new Map<string, WaitingScan>();
    const { queue, until, reads } = setUp([new Promise((resolve) => (answer = resolve))], {
      store: memoryStore(kept),
    });
    await queue.add(PICTURE);
    await until(() => reads() === 1);
    queue.stop();
    kept.clear();
    answer(READ);
    await until(() => queue.get().readingId === null);
    await queue.add(PICTURE);
    expect(kept.size).toBe(0);
  });

  it('does not bring back what was discarded while it was read', async () => {
    let answer: (outcome: ScanOutcome<BusinessCard>) => void = () => undefined;
    const { queue, states, until, reads } = setUp([
      new Promise((resolve) => {
        answer = resolve;
      }),
    ]);
    await queue.add(PICTURE);
    await until(() => reads() === 1);
    await queue.remove('scan-1');
    answer(READ);
    await until(() => queue.get().readingId === null);
    await queue.reload();
    expect(states()).toEqual([]);
  });

  it('is bounded in pictures and in bytes', async () => {
    const scans = Array.from({ length: MAX_WAITING_SCANS }, () => ({ picture: PICTURE }));
    expect(hasRoom(scans.slice(1), PICTURE)).toBe(true);
    expect(hasRoom(scans, PICTURE)).toBe(false);
    const large = { size: MAX_WAITING_BYTES } as Blob;
    expect(hasRoom([], large)).toBe(true);
    expect(hasRoom([{ picture: PICTURE }], large)).toBe(false);
  });
});
