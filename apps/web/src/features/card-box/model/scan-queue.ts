import { type BusinessCard, businessCardFields } from '@dragoman/domain/document-scan';
import type { ScanOutcome } from '@/entities/card/scan/document-scans.ts';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import { hasRoom, type ScanState, type WaitingScan } from './waiting-scan.ts';

/** Where scans wait; they outlive the page. */
export interface ScanStore {
  /** @returns the scans of one owner, oldest first. */
  all(ownerId: string): Promise<WaitingScan[]>;
  put(scan: WaitingScan): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface ScanQueuePorts {
  ownerId: string;
  store: ScanStore;
  newId(): string;
  /** ms since 1970. */
  now(): number;
  /** One attempt to have a picture read. Never rejects. */
  read(picture: Blob): Promise<ScanOutcome<BusinessCard>>;
  /** Whether the server is known to answer, as far as one knows. */
  isOnline(): boolean;
  /** Resolves after `ms`, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Runs `work` while no other tab runs any. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** The store has changed, which other tabs want to know. */
  onStored(): void;
}

export interface ScanQueueState {
  /** Oldest first. */
  scans: readonly WaitingScan[];
  /** The one that is being read right now. */
  readingId: string | null;
}

export interface ScanQueue {
  get(): ScanQueueState;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /**
   * Keeps a picture and has it read as soon as that can be.
   * @returns its scan; null when there is no room for it
   */
  add(picture: Blob): Promise<WaitingScan | null>;
  /** Keeps a scan again that was taken out. */
  putBack(scan: WaitingScan): Promise<void>;
  /** Has a picture read again. */
  retry(id: string): Promise<void>;
  /** Takes a scan out: it was saved, or is not wanted. */
  remove(id: string): Promise<void>;
  /** Tries now: the network may be back. */
  wake(): void;
  /** Reads the store again: another tab has changed it. */
  reload(): Promise<void>;
  /** Ends reading; an attempt under way is finished. */
  stop(): void;
}

/** A server that is there, but too busy or silent about a picture, is asked this often; then people are. */
const MAX_ATTEMPTS = 4;

/** The outbox of scans: pictures are read one by one, each until it is read or refused. */
export function createScanQueue(ports: ScanQueuePorts): ScanQueue {
  const { ownerId, store } = ports;
  const listeners = new Set<() => void>();
  let state: ScanQueueState = { scans: [], readingId: null };
  let stopped = false;
  let running = false;
  let wanted = false;
  let unreachable = 0;
  /** Attempts by scan that ended without an answer, though the server was there. */
  const attempts = new Map<string, number>();
  let pause: AbortController | null = null;

  function set(next: Partial<ScanQueueState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function reload(): Promise<void> {
    if (stopped) return;
    set({ scans: await store.all(ownerId) });
  }

  async function keep(scan: WaitingScan): Promise<void> {
    // Whoever signs out has the store deleted, which must not make it anew.
    if (stopped) return;
    await store.put(scan);
    await reload();
    ports.onStored();
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      for (let more = true; more && !stopped; ) {
        wanted = false;
        const outcome = await ports.exclusively(readNext);
        if (outcome === 'again-later') await rest();
        // Something may have been scanned while an empty store was read.
        more = outcome !== 'empty' || wanted;
      }
    } finally {
      running = false;
    }
  }

  async function rest(): Promise<void> {
    unreachable += 1;
    pause = new AbortController();
    await ports.sleep(retryDelayMs(unreachable), pause.signal);
    pause = null;
  }

  async function readNext(): Promise<'done' | 'again-later' | 'empty'> {
    // Inside the lock: another tab may have read or removed something meanwhile.
    await reload();
    const scan = state.scans.find((one) => one.state.kind === 'waiting');
    if (!scan || stopped) return 'empty';
    set({ readingId: scan.id });
    const outcome = await ports.read(scan.picture);
    set({ readingId: null });
    const next = stateAfter(scan, outcome);
    if (next.kind === 'waiting') return 'again-later';
    unreachable = 0;
    attempts.delete(scan.id);
    // Whoever has removed it meanwhile does not want it back.
    await reload();
    if (state.scans.some(({ id }) => id === scan.id)) await keep({ ...scan, state: next });
    return 'done';
  }

  function stateAfter({ id }: WaitingScan, outcome: ScanOutcome<BusinessCard>): ScanState {
    if (outcome.kind === 'unreachable' && !ports.isOnline()) return { kind: 'waiting' };
    if (outcome.kind !== 'read') {
      const again = outcome.kind === 'unreachable' || outcome.again === true;
      const made = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, made);
      return again && made < MAX_ATTEMPTS ? { kind: 'waiting' } : { kind: 'unread' };
    }
    // The company's website and the guesses of the specification are for one's own form: this is a stranger's card.
    const fields = { ...businessCardFields(outcome.found, undefined), defaults: {} };
    return Object.keys(fields.found).length > 0 ? { kind: 'read', fields } : { kind: 'unread' };
  }

  function wake(): void {
    wanted = true;
    pause?.abort();
    void run();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async add(picture) {
      if (!hasRoom(state.scans, picture)) return null;
      const scannedAt = new Date(ports.now()).toISOString();
      const scan: WaitingScan = {
        id: ports.newId(),
        ownerId,
        scannedAt,
        picture,
        state: { kind: 'waiting' },
      };
      await keep(scan);
      wake();
      return scan;
    },
    async putBack(scan) {
      await keep(scan);
      wake();
    },
    async retry(id) {
      const scan = state.scans.find((one) => one.id === id);
      if (!scan) return;
      attempts.delete(id);
      await keep({ ...scan, state: { kind: 'waiting' } });
      wake();
    },
    async remove(id) {
      await store.remove(id);
      await reload();
      ports.onStored();
    },
    wake,
    reload,
    stop() {
      stopped = true;
      pause?.abort();
    },
  };
}
