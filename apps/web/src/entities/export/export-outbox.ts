import type { DataExport, LeadExport } from '@/shared/api/database-types.ts';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';

/** A line for the record of exports, in the table that has it. Leads have one of their own, which says what is new since. */
export type ExportRecord =
  | {
      table: 'data_exports';
      line: Pick<DataExport, 'id' | 'owner_id' | 'format' | 'items'> & { kind: 'cards' | 'analytics' };
    }
  | {
      table: 'lead_exports';
      line: Pick<LeadExport, 'id' | 'owner_id' | 'format' | 'scope' | 'people' | 'read_until'>;
    };

/** A record that waits on this device for the server. */
export type WaitingExport = ExportRecord & {
  id: string;
  ownerId: string;
  /** By this device's clock, ms since 1970. */
  exportedAt: number;
};

/**
 * What became of an attempt. `again`: the server asks to come again; `unreachable`: it has not answered, or is not itself; `refused`: it
 * says no.
 */
export type RecordOutcome = 'recorded' | 'again' | 'unreachable' | 'refused';

export interface ExportOutboxPorts {
  ownerId: string;
  /** What waits, shared by all tabs. */
  store: {
    all(ownerId: string): Promise<WaitingExport[]>;
    /** @throws where this device cannot keep anything */
    put(waiting: WaitingExport): Promise<void>;
    remove(id: string): Promise<void>;
  };
  /** ms since 1970. */
  now(): number;
  /** Whether the server is thought to be there. */
  online(): boolean;
  /** One attempt. @param exportedAt ms since 1970; null: just now. Never rejects. */
  send(record: ExportRecord, exportedAt: number | null): Promise<RecordOutcome>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Runs `work` while no other tab runs any. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Records have come to wait or have been sent, which other tabs and lists want to know. */
  onChange(): void;
}

/** The export is not recorded and will not be, so that its file must not be handed out. */
export class ExportNotRecorded extends Error {
  override readonly name = 'ExportNotRecorded';
}

export interface ExportOutbox {
  /** What waits, the newest first. */
  get(): readonly WaitingExport[];
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /**
   * Records an export whose file is ready, or keeps its record until the server can be reached.
   * @throws {ExportNotRecorded} when the server refuses, or when there is neither a server nor a place to keep it
   */
  record(record: ExportRecord): Promise<'recorded' | 'waiting'>;
  /** Tries now: the network may be back. */
  wake(): void;
  /** Reads the store again: another tab has changed it. */
  reload(): Promise<void>;
  /** Ends sending. What waits stays on the device. */
  stop(): void;
}

/** Attempts while the server asks to come again. */
const ATTEMPTS = 4;

/** The outbox of the record of exports (docs/adr/0032): no file leaves without a record, and a record needs no network at once. */
export function createExportOutbox(ports: ExportOutboxPorts): ExportOutbox {
  let waiting: readonly WaitingExport[] = [];
  let stopped = false;
  let running = false;
  let failures = 0;
  let pause = new AbortController();
  /** The server would refuse them again. They stay on the device: what was exported was exported. */
  const refused = new Set<string>();
  const listeners = new Set<() => void>();

  async function read(): Promise<void> {
    const kept = await ports.store.all(ports.ownerId);
    if (stopped) return;
    waiting = kept.sort((one, other) => other.exportedAt - one.exportedAt);
    for (const listener of listeners) listener();
  }

  async function changed(): Promise<void> {
    await read();
    ports.onChange();
  }

  function wait(ms: number): Promise<void> {
    pause = new AbortController();
    return ports.sleep(ms, pause.signal);
  }

  /** Sends what waits, the oldest first, for as long as the server is thought to be there: else, {@link ExportOutbox.wake} goes on. */
  async function run(): Promise<void> {
    if (running || stopped) return;
    running = true;
    for (let next = oldest(); next && !stopped && ports.online(); next = oldest()) {
      const { id } = next;
      const outcome = await ports.exclusively(() => attempt(id));
      failures = outcome === 'recorded' || outcome === 'refused' ? 0 : failures + 1;
      if (failures > 0 && !stopped) await wait(retryDelayMs(failures));
    }
    running = false;
  }

  function oldest(): WaitingExport | undefined {
    return waiting.findLast(({ id }) => !refused.has(id));
  }

  async function attempt(id: string): Promise<RecordOutcome> {
    // Another tab may have sent it meanwhile.
    await read();
    const next = waiting.find((one) => one.id === id);
    if (!next || stopped) return 'recorded';
    const outcome = await ports.send(next, next.exportedAt);
    if (outcome === 'refused') refused.add(id);
    if (outcome === 'recorded') {
      await ports.store.remove(id);
      await changed();
    }
    return outcome;
  }

  async function sendAtOnce(record: ExportRecord): Promise<RecordOutcome> {
    for (let tries = 1; ; tries += 1) {
      const outcome = await ports.send(record, null);
      if (outcome !== 'again' || tries === ATTEMPTS) return outcome;
      await ports.sleep(retryDelayMs(tries), new AbortController().signal);
    }
  }

  return {
    get: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async record(record) {
      const exportedAt = ports.now();
      const outcome = ports.online() ? await sendAtOnce(record) : 'unreachable';
      if (outcome === 'recorded') {
        ports.onChange();
        return 'recorded';
      }
      if (outcome !== 'unreachable') throw new ExportNotRecorded('The server has not recorded the export');
      const { id, owner_id: ownerId } = record.line;
      try {
        await ports.store.put({ ...record, id, ownerId, exportedAt });
      } catch (cause) {
        throw new ExportNotRecorded('The record of the export can be kept nowhere', { cause });
      }
      await changed();
      void run();
      return 'waiting';
    },
    wake() {
      pause.abort();
      void run();
    },
    async reload() {
      await read();
      void run();
    },
    stop() {
      stopped = true;
      pause.abort();
    },
  };
}
