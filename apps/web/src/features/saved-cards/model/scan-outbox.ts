import { type BusinessCard, businessCardFields } from '@dragoman/domain/cards/document-scan';
import type { ScanOutcome } from '@/entities/card/scan/document-scans.ts';
import type { JobDefinition, JobOutcome, JobQueue } from '@/shared/offline/job-queue.ts';
import { queueView } from '@/shared/offline/queue-view.ts';
import { encodeScan, hasRoom, type PendingScan, parseScan, type ScanState } from './pending-scan.ts';

export interface ScanOutboxPorts {
  ownerId: string;
  start(definition: JobDefinition<PendingScan>): JobQueue<PendingScan>;
  newId(): string;
  /** One attempt to have a picture read. Never rejects. */
  read(picture: Blob): Promise<ScanOutcome<BusinessCard>>;
  /** Checks whether the server is believed to be reachable. */
  isOnline(): boolean;
}

export interface ScanOutboxState {
  /** Oldest first. */
  scans: readonly PendingScan[];
  /** The one that is being read right now. */
  readingId: string | null;
}

export interface ScanOutbox extends Pick<JobQueue<PendingScan>, 'subscribe' | 'wake' | 'reload' | 'stop'> {
  get(): ScanOutboxState;
  /**
   * Keeps a picture and has it read as soon as that can be.
   * @param boothId whose card it will be, if that is known
   * @returns its scan; null when there is no room for it
   */
  add(picture: Blob, boothId?: string): Promise<PendingScan | null>;
  /** Keeps a scan again that was taken out. */
  putBack(scan: PendingScan): Promise<void>;
  /** Reads a picture again. */
  retry(id: string): Promise<void>;
  /** Removes a scan that was saved or discarded. */
  remove(id: string): Promise<void>;
}

/** Retries against a busy server before the app asks the user. */
const MAX_ATTEMPTS = 4;

/** The outbox of scans: pictures are read one by one, each until it is read or refused. */
export function createScanOutbox(ports: ScanOutboxPorts): ScanOutbox {
  const queue = ports.start({
    idOf: ({ id }) => id,
    encode: encodeScan,
    parse: parseScan,
    isDue: ({ state }) => state.kind === 'waiting',
    isShownWhenKept: true,
    run: attempt,
    maxAttempts: MAX_ATTEMPTS,
    giveUp: (scan) => ({ ...scan, state: { kind: 'unread' } }),
  });
  const { get, subscribe } = queueView(
    queue,
    ({ jobs, activity }): ScanOutboxState => ({
      scans: [...jobs].sort((a, b) => a.scannedAt.localeCompare(b.scannedAt)),
      readingId: activity.kind === 'running' ? activity.id : null,
    }),
  );

  async function attempt({ picture }: PendingScan): Promise<JobOutcome<PendingScan>> {
    const outcome = await ports.read(picture);
    const isUnreachable = outcome.kind === 'unreachable';
    if (isUnreachable || (outcome.kind === 'refused' && outcome.again)) {
      return { kind: 'retry', counts: !isUnreachable || ports.isOnline() };
    }
    const state = stateAfter(outcome);
    return { kind: 'settled', next: (latest) => ({ ...latest, state }) };
  }

  return {
    get,
    subscribe,
    wake: queue.wake,
    reload: queue.reload,
    stop: queue.stop,
    async add(picture, boothId) {
      if (!hasRoom(queue.get().jobs, picture)) return null;
      const scannedAt = new Date().toISOString();
      const { ownerId } = ports;
      const scan: PendingScan = {
        id: ports.newId(),
        ownerId,
        ...(boothId && { boothId }),
        scannedAt,
        picture,
        state: { kind: 'waiting' },
      };
      await queue.add(scan);
      return scan;
    },
    async putBack(scan) {
      await queue.add(scan);
    },
    async retry(id) {
      const scan = queue.get().jobs.find((one) => one.id === id);
      if (!scan) return;
      await queue.update({ ...scan, state: { kind: 'waiting' } });
      queue.wake();
    },
    async remove(id) {
      await queue.remove(id);
    },
  };
}

function stateAfter(outcome: ScanOutcome<BusinessCard>): ScanState {
  if (outcome.kind !== 'read') return { kind: 'unread' };
  // The company's website and the guesses of the specification are for the user's own form; this is
  // a stranger's card.
  const fields = { ...businessCardFields(outcome.found, undefined), defaults: {} };
  return Object.keys(fields.found).length > 0 ? { kind: 'read', fields } : { kind: 'unread' };
}
