import type { BusinessCard } from '@dragoman/domain/cards/document-scan';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScanOutcome } from '@/entities/card/scan/document-scans.ts';
import { createJobQueue } from '@/shared/offline/job-queue.ts';
import { memoryJobStore } from '@/shared/offline/job-store.ts';
import { encodeScan, hasRoom, MAX_PENDING_BYTES, MAX_PENDING_SCANS, parseScan } from './pending-scan.ts';
import { createScanOutbox } from './scan-outbox.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-01-05T08:00:00Z') }));
afterEach(() => vi.useRealTimers());

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
  badge: '',
  uncertain: ['name'],
  alternatives: {},
};
const READ: ScanOutcome<BusinessCard> = { kind: 'read', found: CARD };
const UNREACHABLE: ScanOutcome<BusinessCard> = { kind: 'unreachable' };

/** A queue whose answers are given. */
function setUp(
  answers: (ScanOutcome<BusinessCard> | Promise<ScanOutcome<BusinessCard>>)[],
  { store = memoryJobStore(), online = false } = {},
) {
  let ids = 0;
  let reads = 0;
  const queue = createScanOutbox({
    ownerId: 'vera',
    start(definition) {
      const ports = { ownerId: 'vera', store, exclusively: <T>(work: () => Promise<T>) => work() };
      return createJobQueue(definition, { ...ports, onStored: () => {} });
    },
    newId: () => `scan-${++ids}`,
    read: async () => {
      reads += 1;
      return answers.shift() ?? UNREACHABLE;
    },
    isOnline: () => online,
  });
  const states = () => queue.get().scans.map(({ state }) => state.kind);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  /** Long enough for all attempts. */
  const wait = () => vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
  return { queue, store, states, settle, wait, reads: () => reads };
}

describe('the queue of scans', () => {
  it('reads a picture at once where there is a network, without guesses about a stranger', async () => {
    const { queue, states, settle } = setUp([READ]);
    const scan = await queue.add(PICTURE);
    expect(scan).toMatchObject({ id: 'scan-1', ownerId: 'vera', scannedAt: '2026-01-05T08:00:00.000Z' });
    await settle();
    expect(states()).toEqual(['read']);
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

  it('remembers for which booth it was scanned, through a reload', async () => {
    const { queue, store } = setUp([]);
    await queue.add(PICTURE, 'booth');
    expect(await queue.add(PICTURE)).not.toHaveProperty('boothId');
    const later = setUp([], { store }).queue;
    await later.reload();
    expect(later.get().scans.map(({ boothId }) => boothId)).toEqual(['booth', undefined]);
  });

  it('waits without a network, however long, and goes on through a reload', async () => {
    const first = setUp([]);
    await first.queue.add(PICTURE);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([first.states(), first.reads() > 4]).toEqual([['waiting'], true]);
    first.queue.stop();

    const second = setUp([READ], { store: first.store });
    await second.queue.reload();
    second.queue.wake();
    await second.settle();
    expect(second.states()).toEqual(['read']);
    expect(await second.queue.get().scans[0]?.picture.text()).toBe('a picture');
  });

  it('says which picture is being read', async () => {
    let answer: (outcome: ScanOutcome<BusinessCard>) => void = () => undefined;
    const { queue, settle } = setUp([
      new Promise((resolve) => {
        answer = resolve;
      }),
    ]);
    await queue.add(PICTURE);
    await settle();
    expect(queue.get().readingId).toBe('scan-1');
    answer(READ);
    await settle();
    expect(queue.get().readingId).toBeNull();
  });

  it.each([
    ['a refusal', { kind: 'refused', message: 'Blurred' }],
    ['an empty card', { kind: 'read', found: { ...CARD, name: '', phone: '', uncertain: [] } }],
  ] as const)('leaves %s to people, who may have it read again', async (_, answer) => {
    const { queue, states, settle } = setUp([answer as ScanOutcome<BusinessCard>, READ]);
    await queue.add(PICTURE);
    await settle();
    expect(states()).toEqual(['unread']);
    await queue.retry('scan-1');
    await settle();
    expect(states()).toEqual(['read']);
  });

  it('asks a busy server again, but not for ever', async () => {
    const busy: ScanOutcome<BusinessCard> = { kind: 'refused', message: '', again: true };
    const { queue, states, wait, reads } = setUp([busy, busy, busy, busy, READ]);
    await queue.add(PICTURE);
    await wait();
    expect([states(), reads()]).toEqual([['unread'], 4]);
  });

  it('leaves a picture that the server never answers about to people, and goes on with the next', async () => {
    const { queue, states, wait } = setUp([...Array(4).fill(UNREACHABLE), READ], { online: true });
    await queue.add(PICTURE);
    await queue.add(PICTURE);
    await wait();
    expect(states()).toEqual(['unread', 'read']);
  });

  it('shows a scan that is put back in its old place', async () => {
    const { queue, settle } = setUp([]);
    const first = await queue.add(PICTURE);
    vi.setSystemTime(Date.now() + 1_000);
    await queue.add(PICTURE);
    await queue.remove('scan-1');
    if (first) await queue.putBack(first);
    await settle();
    expect(queue.get().scans.map(({ id }) => id)).toEqual(['scan-1', 'scan-2']);
  });

  it('leaves alone what is no scan', async () => {
    const scan = await setUp([]).queue.add(PICTURE);
    const stored = scan && (await encodeScan(scan));
    expect(parseScan(stored)).toMatchObject({ id: 'scan-1' });
    expect(parseScan({ ...(stored as object), bytes: null })).toBeNull();
    expect(parseScan({ ...(stored as object), state: undefined })).toBeNull();
  });

  it('is bounded in pictures and in bytes', async () => {
    const scans = Array.from({ length: MAX_PENDING_SCANS }, () => ({ picture: PICTURE }));
    expect(hasRoom(scans.slice(1), PICTURE)).toBe(true);
    expect(hasRoom(scans, PICTURE)).toBe(false);
    const large = { size: MAX_PENDING_BYTES } as Blob;
    expect(hasRoom([], large)).toBe(true);
    expect(hasRoom([{ picture: PICTURE }], large)).toBe(false);
  });
});
