import { EMPTY_LEAD, type LeadContent } from '@dragoman/domain/leads/lead';
import { joinsTexts, mergeLead } from '@dragoman/domain/leads/lead-merge';
import type { JobDefinition, JobOutcome, JobQueue } from '@/shared/offline/job-queue.ts';
import { queueView } from '@/shared/offline/queue-view.ts';
import { type PendingLead, parsePendingLead, type SavedLead, type SaveOutcome } from './pending-lead.ts';

export interface LeadOutboxPorts {
  ownerId: string;
  start(definition: JobDefinition<PendingLead>): JobQueue<PendingLead>;
  /**
   * Makes one attempt to write a lead of a booth, based on `version` (null: no row). Never rejects.
   */
  save(boothId: string, personId: string, version: number | null, content: LeadContent): Promise<SaveOutcome>;
  onSaved(boothId: string, personId: string, lead: SavedLead): void;
  /** Another device had written to the same texts: both are kept. */
  onJoined(personId: string): void;
}

export type PendingLeads = ReadonlyMap<string, PendingLead>;

export interface LeadOutbox extends Pick<JobQueue<PendingLead>, 'subscribe' | 'wake' | 'reload' | 'stop'> {
  /** The pending leads, by person. */
  get(): PendingLeads;
  /**
   * Edits a lead, at once here and on the server as soon as possible.
   * @param known the known state of the server; null without a row, or while unknown
   * @param boothId whose lead it is; the user's own by default
   */
  edit(personId: string, known: SavedLead | null, change: Partial<LeadContent>, boothId?: string): void;
}

/** A person's changes are sent once nothing was typed for this long. */
const SETTLE_MS = 700;

/**
 * The outbox of leads: notes are stored on the device first, then saved, merged with the notes of
 * other devices.
 */
export function createLeadOutbox(ports: LeadOutboxPorts): LeadOutbox {
  const queue = ports.start({
    idOf: ({ personId }) => personId,
    encode: (lead) => lead,
    parse: parsePendingLead,
    isDue: ({ refused }) => !refused,
    readyAt: ({ editedAt }) => editedAt + SETTLE_MS,
    run: attempt,
  });
  const { get, subscribe } = queueView(
    queue,
    ({ jobs }): PendingLeads => new Map(jobs.map((lead) => [lead.personId, lead])),
  );

  /** What this page has saved last, by booth and person: a job may still be shown with what it began from. */
  const lastSaved = new Map<string, SavedLead>();

  async function attempt(sent: PendingLead): Promise<JobOutcome<PendingLead>> {
    const boothId = sent.boothId ?? ports.ownerId;
    const outcome = await ports.save(boothId, sent.personId, sent.base?.version ?? null, sent.mine);
    // True if the user has typed nothing in the meantime.
    const isSent = ({ mine }: PendingLead) => JSON.stringify(mine) === JSON.stringify(sent.mine);
    switch (outcome.kind) {
      case 'unreachable':
        return { kind: 'retry' };
      case 'saved':
        lastSaved.set(`${boothId} ${sent.personId}`, outcome.lead);
        ports.onSaved(boothId, sent.personId, outcome.lead);
        return {
          kind: 'settled',
          next: (latest) => (isSent(latest) ? null : { ...latest, base: outcome.lead }),
        };
      case 'changed':
        lastSaved.delete(`${boothId} ${sent.personId}`);
        return { kind: 'settled', next: (latest) => joined(latest, outcome.theirs) };
      case 'refused': {
        const refused = { refused: true, full: outcome.full ?? false };
        return { kind: 'settled', next: (latest) => (isSent(latest) ? { ...latest, ...refused } : latest) };
      }
    }
  }

  function joined(lead: PendingLead, theirs: SavedLead | null): PendingLead {
    // The row was deleted: these notes create a new one.
    if (!theirs) return { ...lead, base: null };
    const mine = mergeLead(lead.base?.content ?? EMPTY_LEAD, lead.mine, theirs.content);
    if (joinsTexts(lead.mine, theirs.content, mine)) ports.onJoined(lead.personId);
    return { ...lead, base: theirs, mine };
  }

  return {
    get,
    subscribe,
    wake: queue.wake,
    reload: queue.reload,
    stop: queue.stop,
    edit(personId, known, change, boothId = ports.ownerId) {
      // What waits for another booth is not joined with this one's.
      const waiting = get().get(personId);
      const before = (waiting?.boothId ?? ports.ownerId) === boothId ? waiting : undefined;
      const base = newest(before ? before.base : known, lastSaved.get(`${boothId} ${personId}`) ?? null);
      const mine = { ...(before?.mine ?? base?.content ?? EMPTY_LEAD), ...change };
      void queue.add({
        ownerId: ports.ownerId,
        ...(boothId !== ports.ownerId && { boothId }),
        personId,
        base,
        mine,
        editedAt: Date.now(),
        refused: false,
      });
    },
  };
}

function newest(one: SavedLead | null, other: SavedLead | null): SavedLead | null {
  return (other?.version ?? 0) > (one?.version ?? 0) ? other : one;
}
