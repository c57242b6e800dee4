import { describe, expect, it } from 'vitest';
import { Presence, type PresenceMember } from './presence.ts';

interface Client extends PresenceMember {
  receivesPresence: boolean;
  received: Array<[event: string, payload: { [key: string]: unknown }]>;
  /** The presence state computed from the received messages, as the official client does it. */
  present(): Record<string, unknown[]>;
}

function client(presenceKey: string, room = 'public realtime:hall', receivesPresence = true): Client {
  const received: Client['received'] = [];
  return {
    room,
    presenceKey,
    receivesPresence,
    received,
    push: (event, payload) => received.push([event, JSON.parse(payload)]),
    present() {
      type Metas = Record<string, { metas: Array<{ phx_ref: string }> }>;
      const state = new Map<string, Map<string, unknown>>();
      const join = (metas: Metas) => {
        for (const [key, { metas: list }] of Object.entries(metas)) {
          const own = state.get(key) ?? new Map();
          state.set(key, own);
          for (const { phx_ref, ...rest } of list) own.set(phx_ref, rest);
        }
      };
      for (const [event, payload] of received) {
        if (event === 'presence_state') {
          state.clear();
          join(payload as Metas);
        } else {
          join(payload.joins as Metas);
          for (const [key, { metas }] of Object.entries(payload.leaves as Metas)) {
            for (const { phx_ref } of metas) state.get(key)?.delete(phx_ref);
            if (state.get(key)?.size === 0) state.delete(key);
          }
        }
      }
      return Object.fromEntries([...state].map(([key, metas]) => [key, [...metas.values()]]));
    },
  };
}

/** Processes that hear each other; `cut` ones do not. */
function cluster(...names: string[]) {
  const cut = new Set<string>();
  const processes = new Map<string, Presence>();
  for (const from of names) {
    const publish = (kind: string, body: string) => {
      for (const [name, other] of processes) {
        if (name !== from && !cut.has(name) && !cut.has(from)) other.take({ from, kind, body });
      }
    };
    processes.set(from, new Presence(publish));
  }
  const process = (name: string) => processes.get(name) as Presence;
  return { cut, process };
}

describe('presence', () => {
  it('tells a newcomer who is there, and everybody what changes', () => {
    const hall = new Presence(() => undefined);
    const [a, b] = [client('a'), client('b')];
    hall.enter(a);
    hall.track(a, { name: 'Amal' });
    hall.enter(b);
    expect(a.received[0]).toEqual(['presence_state', {}]);
    expect(b.present()).toEqual({ a: [{ name: 'Amal' }] });
    hall.track(b, { name: 'Wei' });
    expect(a.present()).toEqual({ a: [{ name: 'Amal' }], b: [{ name: 'Wei' }] });
    hall.untrack(b);
    expect(a.present()).toEqual({ a: [{ name: 'Amal' }] });
    hall.leave(a);
    expect(b.present()).toEqual({});
  });

  it('replaces what was tracked before, and says nothing of the same again', () => {
    const hall = new Presence(() => undefined);
    const a = client('a');
    hall.enter(a);
    hall.track(a, { state: 'typing' });
    hall.track(a, { state: 'typing' });
    expect(a.received).toHaveLength(2);
    hall.track(a, { state: 'idle' });
    expect(a.present()).toEqual({ a: [{ state: 'idle' }] });
    expect(a.received.slice(2).map(([, diff]) => diff)).toEqual([
      { joins: {}, leaves: { a: { metas: [expect.objectContaining({ state: 'typing' })] } } },
      { joins: { a: { metas: [expect.objectContaining({ state: 'idle' })] } }, leaves: {} },
    ]);
  });

  it('keeps several entries under one key apart', () => {
    const hall = new Presence(() => undefined);
    const [phone, laptop, watcher] = [client('amal'), client('amal'), client('w')];
    hall.enter(watcher);
    hall.track(phone, { on: 'phone' });
    hall.track(laptop, { on: 'laptop' });
    expect(watcher.present()).toEqual({ amal: [{ on: 'phone' }, { on: 'laptop' }] });
    hall.leave(phone);
    expect(watcher.present()).toEqual({ amal: [{ on: 'laptop' }] });
  });

  it('keeps rooms apart', () => {
    const hall = new Presence(() => undefined);
    const [here, there] = [client('a'), client('b', 'realtime:elsewhere')];
    hall.enter(there);
    hall.track(here, {});
    expect(there.present()).toEqual({});
  });

  it('is shared by processes, in any order of arrival', () => {
    const { process } = cluster('one', 'two');
    const [a, b] = [client('a'), client('b')];
    process('one').enter(a);
    process('one').track(a, { n: 1 });
    process('two').enter(b);
    expect(b.present()).toEqual({ a: [{ n: 1 }] });
    process('two').track(b, { n: 2 });
    expect(a.present()).toEqual({ a: [{ n: 1 }], b: [{ n: 2 }] });
    process('one').track(a, { n: 3 });
    expect(b.present()).toEqual({ a: [{ n: 3 }], b: [{ n: 2 }] });
    process('two').leave(b);
    expect(a.present()).toEqual({ a: [{ n: 3 }] });
  });

  it('forgets the people of a process that is gone', () => {
    const { process } = cluster('one', 'two');
    const [a, b] = [client('a'), client('b')];
    process('one').enter(a);
    process('two').track(b, {});
    expect(a.present()).toEqual({ b: [{}] });
    process('one').dropProcess('two');
    expect(a.present()).toEqual({});
  });

  it('is made right when messages were missed', () => {
    const { cut, process } = cluster('one', 'two');
    const [a, b, c] = [client('a'), client('b'), client('c')];
    process('one').enter(a);
    process('two').track(b, {});
    cut.add('two');
    process('two').leave(b);
    process('two').track(c, {});
    expect(a.present()).toEqual({ b: [{}] });
    cut.delete('two');
    process('one').requestStates();
    expect(a.present()).toEqual({ c: [{}] });
  });

  it('is not told to a channel that may not know, until it may', () => {
    const { process } = cluster('one');
    const [seen, blind] = [client('seen'), { ...client('blind'), receivesPresence: false }];
    process('one').enter(blind);
    process('one').track(seen, { online: true });
    process('one').track(blind, { online: true });
    expect(blind.received).toEqual([]);
    expect(Object.keys(seen.present()).sort()).toEqual(['blind', 'seen']);
    blind.receivesPresence = true;
    process('one').sendState(blind);
    expect(Object.keys(blind.present()).sort()).toEqual(['blind', 'seen']);
  });
});
