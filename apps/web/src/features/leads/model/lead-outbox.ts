import { EMPTY_LEAD, type LeadContent } from '@dragoman/domain/lead';
import { joinsTexts, mergeLead } from '@dragoman/domain/lead-merge';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import type { LeadStore, PendingLead, SavedLead, SaveOutcome } from './pending-lead.ts';

export interface LeadOutboxPorts {
  ownerId: string;
  store: LeadStore;
  /** ms since 1970. */
  now(): number;
  /** One attempt to write a lead, of which one has seen `version` (null: no row). Never rejects. */
  save(personId: string, version: number | null, content: LeadContent): Promise<SaveOutcome>;
  /** Resolves after `ms`, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Runs `work` while no other tab runs any. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** The store has changed, which other tabs want to know. */
  onStored(): void;
  onSaved(personId: string, lead: SavedLead): void;
  /** Another device had written to the same texts: both are kept. */
  onJoined(personId: string): void;
}

export type PendingLeads = ReadonlyMap<string, PendingLead>;

export interface LeadOutbox {
  /** What waits, by person. */
  get(): PendingLeads;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /**
   * Notes something about a person, at once here and on the server as soon as that can be.
   * @param known what the server is known to have; null where there is no row, or where that is not known
   */
  edit(personId: string, known: SavedLead | null, change: Partial<LeadContent>): void;
  /** Tries now: the network may be back. */
  wake(): void;
  /** Reads the store again: another tab has changed it. */
  reload(): Promise<void>;
  /** Ends saving; an attempt under way is finished. */
  stop(): void;
}

/** A person's changes are sent once nothing was typed for this long. */
const SETTLE_MS = 700;

/** The outbox of leads: what is noted is kept on the device first, then saved, joined with what other devices have written. */
export function createLeadOutbox(ports: LeadOutboxPorts): LeadOutbox {
  let pending: PendingLeads = new Map();
  let stopped = false;
  let running = false;
  let attempts = 0;
  let pause = new AbortController();
  const listeners = new Set<() => void>();
  /** Changes on their way into the store: it knows less of them than the page. */
  const unstored = new Map<string, number>();

  function become(next: PendingLeads): void {
    pending = next;
    for (const listener of listeners) listener();
  }

  function keep(lead: PendingLead): void {
    become(new Map(pending).set(lead.personId, lead));
    stored(lead.personId, ports.store.put(lead));
  }

  function drop(personId: string): void {
    const rest = new Map(pending);
    rest.delete(personId);
    become(rest);
    stored(personId, ports.store.remove(ports.ownerId, personId));
  }

  function stored(personId: string, writing: Promise<void>): void {
    unstored.set(personId, (unstored.get(personId) ?? 0) + 1);
    void writing.then(() => {
      const left = (unstored.get(personId) ?? 1) - 1;
      if (left > 0) unstored.set(personId, left);
      else unstored.delete(personId);
      ports.onStored();
    });
  }

  function next(): PendingLead | undefined {
    return [...pending.values()]
      .filter(({ refused }) => !refused)
      .reduce<PendingLead | undefined>(
        (first, lead) => (first && first.editedAt <= lead.editedAt ? first : lead),
        undefined,
      );
  }

  function wait(ms: number): Promise<void> {
    pause = new AbortController();
    return ports.sleep(ms, pause.signal);
  }

  async function run(): Promise<void> {
    if (running || stopped) return;
    running = true;
    for (let lead = next(); lead && !stopped; lead = next()) {
      const settle = lead.editedAt + SETTLE_MS - ports.now();
      if (settle > 0) {
        await wait(settle);
        continue;
      }
      const { personId } = lead;
      const reached = await ports.exclusively(() => attempt(personId));
      attempts = reached ? 0 : attempts + 1;
      if (!reached && !stopped) await wait(retryDelayMs(attempts));
    }
    running = false;
  }

  /** @returns whether the server was there. */
  async function attempt(personId: string): Promise<boolean> {
    const sent = pending.get(personId);
    if (!sent || stopped) return true;
    const outcome = await ports.save(personId, sent.base?.version ?? null, sent.mine);
    // What was typed meanwhile.
    const latest = pending.get(personId);
    if (outcome.kind === 'unreachable') return false;
    if (outcome.kind === 'saved') ports.onSaved(personId, outcome.lead);
    if (!latest || stopped) return true;
    switch (outcome.kind) {
      case 'saved':
        if (latest.mine === sent.mine) drop(personId);
        else keep({ ...latest, base: outcome.lead });
        return true;
      case 'changed':
        keep(joined(latest, outcome.theirs));
        return true;
      case 'refused':
        if (latest.mine === sent.mine) keep({ ...latest, refused: true, full: outcome.full ?? false });
        return true;
    }
  }

  function joined(lead: PendingLead, theirs: SavedLead | null): PendingLead {
    // The row is gone: what is noted here makes a new one.
    if (!theirs) return { ...lead, base: null };
    const mine = mergeLead(lead.base?.content ?? EMPTY_LEAD, lead.mine, theirs.content);
    if (joinsTexts(lead.mine, theirs.content, mine)) ports.onJoined(lead.personId);
    return { ...lead, base: theirs, mine };
  }

  return {
    get: () => pending,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(personId, known, change) {
      if (stopped) return;
      const before = pending.get(personId);
      const base = before ? before.base : known;
      const mine = { ...(before?.mine ?? known?.content ?? EMPTY_LEAD), ...change };
      keep({ ownerId: ports.ownerId, personId, base, mine, editedAt: ports.now(), refused: false });
      void run();
    },
    wake() {
      pause.abort();
      void run();
    },
    async reload() {
      const kept = await ports.store.all(ports.ownerId);
      if (stopped) return;
      const other = kept.filter(({ personId }) => !unstored.has(personId));
      const own = [...pending.values()].filter(({ personId }) => unstored.has(personId));
      become(new Map([...other, ...own].map((lead) => [lead.personId, lead])));
      void run();
    },
    stop() {
      stopped = true;
      pause.abort();
    },
  };
}
