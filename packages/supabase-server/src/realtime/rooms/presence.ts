import { randomBytes } from 'node:crypto';
import type { PubSubMessage } from './chunks.ts';
import { diffJson, isEmpty, type PresenceDiff, type PresenceEntry, PresenceState } from './presence-state.ts';

/** A channel as presence sees it. */
export interface PresenceMember {
  readonly room: string;
  /** False: it may be present without being told who else is. */
  readonly receivesPresence: boolean;
  /** The key that the client chose for itself. */
  readonly presenceKey: string;
  /** @param payload JSON text */
  push(event: string, payload: string): void;
}

interface Room {
  state: PresenceState;
  /** Channels of this process that take part, with their tracked states. */
  members: Map<PresenceMember, Tracked | null>;
}

interface Tracked {
  ref: string;
  payload: string;
}

/** Kinds of messages between processes: a change, a request for rooms' states, the response. */
const DIFF = 'presence-diff';
const ASK = 'presence-ask';
const HAVE = 'presence-have';

type WireEntry = Pick<PresenceEntry, 'ref' | 'key' | 'meta'>;

/**
 * Presence over all processes: each owns the entries of its channels and tells the others about
 * changes; one that opens a room asks the others for theirs.
 */
export class Presence {
  readonly #rooms = new Map<string, Room>();
  readonly #publish: (kind: string, body: string) => void;

  constructor(publish: (kind: string, body: string) => void) {
    this.#publish = publish;
  }

  /** Sends a channel the present state, and changes from now on. */
  enter(member: PresenceMember): void {
    let room = this.#rooms.get(member.room);
    if (!room) {
      room = { state: new PresenceState(), members: new Map() };
      this.#rooms.set(member.room, room);
      this.#publish(ASK, JSON.stringify([member.room]));
    }
    if (!room.members.has(member)) room.members.set(member, null);
    this.sendState(member);
  }

  /** Sends the present state to a channel that takes part, if it may read it. */
  sendState(member: PresenceMember): void {
    const room = this.#rooms.get(member.room);
    if (room?.members.has(member) && member.receivesPresence) {
      member.push('presence_state', room.state.toJson());
    }
  }

  /**
   * Makes a member present with a payload, in place of the one before. The same payload again
   * changes nothing.
   */
  track(member: PresenceMember, payload: object): void {
    if (!this.#rooms.get(member.room)?.members.has(member)) this.enter(member);
    const room = this.#rooms.get(member.room);
    const before = room?.members.get(member);
    const json = JSON.stringify(payload);
    if (!room || before?.payload === json) return;
    const ref = randomBytes(9).toString('base64url');
    room.members.set(member, { ref, payload: json });
    const entry = {
      ref,
      key: member.presenceKey,
      process: '',
      meta: JSON.stringify({ ...payload, phx_ref: ref }),
    };
    this.#change(member.room, room, { joins: [entry], leaves: own(room, before) });
  }

  untrack(member: PresenceMember): void {
    const room = this.#rooms.get(member.room);
    const before = room?.members.get(member);
    if (!room || !before) return;
    room.members.set(member, null);
    this.#change(member.room, room, { joins: [], leaves: own(room, before) });
  }

  /** Untracks a channel that has ended, and stops telling it. */
  leave(member: PresenceMember): void {
    const room = this.#rooms.get(member.room);
    const before = room?.members.get(member);
    if (!room?.members.delete(member)) return;
    if (before) this.#change(member.room, room, { joins: [], leaves: own(room, before) });
    if (room.members.size === 0) this.#rooms.delete(member.room);
  }

  /** @returns whether the message was about presence */
  take({ from, kind, body }: PubSubMessage): boolean {
    if (![DIFF, ASK, HAVE].includes(kind)) return false;
    const content: unknown = JSON.parse(body);
    if (kind === ASK) {
      const have = (content as string[]).map((topic) => [topic, this.#ownEntries(topic)]);
      this.#publish(HAVE, JSON.stringify(have));
    } else if (kind === DIFF) {
      const [topic, joins, leaves] = content as [string, WireEntry[], WireEntry[]];
      const room = this.#rooms.get(topic);
      if (room)
        this.#notify(room, room.state.apply({ joins: joins.map(of(from)), leaves: leaves.map(of(from)) }));
    } else {
      for (const [topic, entries] of content as Array<[string, WireEntry[]]>) {
        const room = this.#rooms.get(topic);
        if (room) this.#notify(room, room.state.reconcile(from, entries.map(of(from))));
      }
    }
    return true;
  }

  /** Asks all other processes for their state in the rooms of this one. */
  requestStates(): void {
    if (this.#rooms.size > 0) this.#publish(ASK, JSON.stringify([...this.#rooms.keys()]));
  }

  /** Removes the entries of a process that has stopped. */
  dropProcess(process: string): void {
    for (const room of this.#rooms.values()) this.#notify(room, room.state.reconcile(process, []));
  }

  #change(topic: string, room: Room, diff: PresenceDiff): void {
    const changed = room.state.apply(diff);
    this.#notify(room, changed);
    this.#publish(DIFF, JSON.stringify([topic, changed.joins.map(toWire), changed.leaves.map(toWire)]));
  }

  /**
   * An update is a leave and a join. They are sent in two frames, the leave first: official clients
   * before the fix of their issue 2565 (2.109 among them) keep the old entry forever when one frame
   * contains both.
   */
  #notify(room: Room, { joins, leaves }: PresenceDiff): void {
    for (const part of [
      { joins: [], leaves },
      { joins, leaves: [] },
    ]) {
      if (isEmpty(part)) continue;
      const json = diffJson(part);
      for (const member of room.members.keys())
        if (member.receivesPresence) member.push('presence_diff', json);
    }
  }

  #ownEntries(topic: string): WireEntry[] {
    return this.#rooms.get(topic)?.state.of('').map(toWire) ?? [];
  }
}

function own(room: Room, tracked: Tracked | null | undefined): PresenceEntry[] {
  const entry = tracked ? room.state.get(tracked.ref) : undefined;
  return entry ? [entry] : [];
}

/** This process's own entries have the empty name, which no other process has. */
function of(process: string): (entry: WireEntry) => PresenceEntry {
  return (entry) => ({ ...entry, process });
}

function toWire({ ref, key, meta }: PresenceEntry): WireEntry {
  return { ref, key, meta };
}
