import type { DataExport, LeadExport } from '@/shared/api/database-types.ts';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import type { JobDefinition, JobOutcome, JobQueue } from '@/shared/offline/job-queue.ts';
import { queueView } from '@/shared/offline/queue-view.ts';

/**
 * A line for the record of exports, in the table that has it. Leads have one of their own, which
 * also tells the new ones since then.
 */
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
  /** The time by this device's clock, ms since 1970. */
  exportedAt: number;
};

/**
 * The outcome of an attempt. `again`: the server asks for a retry; `unreachable`: no response, or
 * not from our server; `refused`: rejected.
 */
export type RecordOutcome = 'recorded' | 'again' | 'unreachable' | 'refused';

export interface ExportOutboxPorts {
  /**
   * The queue's `add` rejects where this device cannot keep anything: a record must not get lost
   * with the page.
   */
  start(definition: JobDefinition<WaitingExport>): JobQueue<WaitingExport>;
  /** Checks whether the server is believed to be reachable. */
  online(): boolean;
  /** One attempt. @param exportedAt ms since 1970; null: just now. Never rejects. */
  send(record: ExportRecord, exportedAt: number | null): Promise<RecordOutcome>;
  /** The server has recorded an export, which lists want to know. */
  onRecorded(): void;
}

/** The export is not recorded and will not be, so that its file must not be handed out. */
export class ExportNotRecorded extends Error {
  override readonly name = 'ExportNotRecorded';
}

export interface ExportOutbox
  extends Pick<JobQueue<WaitingExport>, 'subscribe' | 'wake' | 'reload' | 'stop'> {
  /** The waiting exports, the newest first. */
  get(): readonly WaitingExport[];
  /**
   * Records an export whose file is ready, or keeps its record until the server can be reached.
   * @throws {ExportNotRecorded} when the server refuses, or when there is neither a server nor a
   * place to keep it
   */
  record(record: ExportRecord): Promise<'recorded' | 'waiting'>;
}

/** Attempts while the server asks to come again. */
const ATTEMPTS = 4;

/**
 * The outbox of the record of exports (docs/adr/0032): no file leaves without a record, and a
 * record needs no network at once.
 */
export function createExportOutbox(ports: ExportOutboxPorts): ExportOutbox {
  /** The server would refuse them again. They stay on the device: the exports did happen. */
  const refused = new Set<string>();
  const queue = ports.start({
    idOf: ({ id }) => id,
    encode: (waiting) => waiting,
    parse: parseWaitingExport,
    isDue: ({ id }) => !refused.has(id),
    isShownWhenKept: true,
    mayRun: ports.online,
    run: attempt,
  });
  const { get, subscribe } = queueView(queue, ({ jobs }) =>
    [...jobs].sort((one, other) => other.exportedAt - one.exportedAt),
  );

  async function attempt(waiting: WaitingExport): Promise<JobOutcome<WaitingExport>> {
    const outcome = await ports.send(waiting, waiting.exportedAt);
    if (outcome === 'again' || outcome === 'unreachable') return { kind: 'retry' };
    if (outcome === 'recorded') return { kind: 'settled', next: () => null, after: ports.onRecorded };
    refused.add(waiting.id);
    return { kind: 'settled', next: (latest) => latest };
  }

  async function sendAtOnce(record: ExportRecord): Promise<RecordOutcome> {
    for (let tries = 1; ; tries += 1) {
      const outcome = await ports.send(record, null);
      if (outcome !== 'again' || tries === ATTEMPTS) return outcome;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(tries)));
    }
  }

  return {
    get,
    subscribe,
    wake: queue.wake,
    reload: queue.reload,
    stop: queue.stop,
    async record(record) {
      const exportedAt = Date.now();
      const outcome = ports.online() ? await sendAtOnce(record) : 'unreachable';
      if (outcome === 'recorded') {
        ports.onRecorded();
        return 'recorded';
      }
      if (outcome !== 'unreachable') throw new ExportNotRecorded('The server has not recorded the export');
      const { id, owner_id: ownerId } = record.line;
      const waiting: WaitingExport = { ...record, id, ownerId, exportedAt };
      const isKept = await queue.add(waiting).catch(() => false);
      if (!isKept) throw new ExportNotRecorded('This device cannot keep the record of the export');
      return 'waiting';
    },
  };
}

function parseWaitingExport(data: unknown): WaitingExport | null {
  const { id, ownerId, table, line, exportedAt } = (data ?? {}) as Record<string, unknown>;
  const isWaiting =
    typeof id === 'string' &&
    typeof ownerId === 'string' &&
    (table === 'data_exports' || table === 'lead_exports') &&
    typeof line === 'object' &&
    typeof exportedAt === 'number';
  return isWaiting ? (data as WaitingExport) : null;
}
