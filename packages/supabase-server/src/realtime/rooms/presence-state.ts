/** The presence state of one room (supabase-protocol 4.5). Pure. */

export interface PresenceEntry {
  /** Names this entry alone: `phx_ref`. */
  ref: string;
  /** The key that the client chose; several entries may share it. */
  key: string;
  /** The process that holds the channel. */
  process: string;
  /** JSON text of the client's tracked state, `phx_ref` included. */
  meta: string;
}

export interface PresenceDiff {
  joins: readonly PresenceEntry[];
  leaves: readonly PresenceEntry[];
}

export class PresenceState {
  readonly #entries = new Map<string, PresenceEntry>();

  get size(): number {
    return this.#entries.size;
  }

  get(ref: string): PresenceEntry | undefined {
    return this.#entries.get(ref);
  }

  of(process: string): PresenceEntry[] {
    return [...this.#entries.values()].filter((entry) => entry.process === process);
  }

  /** @returns what really changed: news may come twice, or by two ways */
  apply({ joins, leaves }: PresenceDiff): PresenceDiff {
    const left = leaves.filter(({ ref }) => this.#entries.delete(ref));
    const joined = joins.filter(({ ref }) => !this.#entries.has(ref));
    for (const entry of joined) this.#entries.set(entry.ref, entry);
    return { joins: joined, leaves: left };
  }

  /** Makes a process's part equal to the state that it reports. */
  reconcile(process: string, entries: readonly PresenceEntry[]): PresenceDiff {
    const kept = new Set(entries.map(({ ref }) => ref));
    return this.apply({ joins: entries, leaves: this.of(process).filter(({ ref }) => !kept.has(ref)) });
  }

  /** The payload of `presence_state`. */
  toJson(): string {
    return groupedJson([...this.#entries.values()]);
  }
}

/** The payload of `presence_diff`. */
export function diffJson({ joins, leaves }: PresenceDiff): string {
  return `{"joins":${groupedJson(joins)},"leaves":${groupedJson(leaves)}}`;
}

export function isEmpty({ joins, leaves }: PresenceDiff): boolean {
  return joins.length === 0 && leaves.length === 0;
}

function groupedJson(entries: readonly PresenceEntry[]): string {
  const byKey = new Map<string, string[]>();
  for (const { key, meta } of entries) {
    const metas = byKey.get(key);
    if (metas) metas.push(meta);
    else byKey.set(key, [meta]);
  }
  return `{${[...byKey].map(([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.join(',')}]}`).join(',')}}`;
}
