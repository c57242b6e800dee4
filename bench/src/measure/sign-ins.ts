import { setTimeout as delay } from 'node:timers/promises';
import { readHeaders, type SampleEvent } from '../load/event.ts';
import { openRawConnection, type RawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';
import { median, percentile } from '../statistics.ts';

const SIGNING_IN = 20;
const READS_A_SECOND = 100;
const PHASE_MS = 4000;
const PAIRS = 3;
const TARGET = 2;

/**
 * The delay that readers notice while {@link SIGNING_IN} others keep signing in at once: p99 of a
 * steady stream of reads.
 */
export async function measureSignIns(port: number, event: SampleEvent): Promise<Line> {
  const readers = await Promise.all(event.chats.map(() => openRawConnection(port)));
  const doors = await Promise.all(Array.from({ length: SIGNING_IN }, () => openRawConnection(port)));
  try {
    await sampleReads(readers, event);
    const pairs: Array<{ quiet: number; busy: number }> = [];
    let signIns = 0;
    let signInMs = 0;
    for (let pair = 0; pair < PAIRS; pair++) {
      const quiet = percentile(await sampleReads(readers, event), 0.99);
      const signing = keepSigningIn(doors, event);
      const busy = percentile(await sampleReads(readers, event), 0.99);
      const { count, ms } = await signing.stop();
      pairs.push({ quiet, busy });
      signIns += count;
      signInMs += ms;
    }
    const ratio = median(pairs.map(({ quiet, busy }) => busy / quiet));
    return {
      what: `REST p99 at ${READS_A_SECOND} reads/s, ${SIGNING_IN} sign-ins at once (${(signIns / (signInMs / 1000)).toFixed(0)}/s)`,
      product: `${median(pairs.map(({ busy }) => busy)).toFixed(2)} ms`,
      floor: `${median(pairs.map(({ quiet }) => quiet)).toFixed(2)} ms (no sign-ins)`,
      ratio: ratio.toFixed(2),
      target: { text: `under ${TARGET}`, met: ratio < TARGET },
    };
  } finally {
    for (const connection of [...readers, ...doors]) connection.close();
  }
}

/**
 * Reads at even distances, whether or not the one before has been answered.
 * @returns milliseconds of each
 */
async function sampleReads(readers: readonly RawConnection[], event: SampleEvent): Promise<number[]> {
  const samples: number[] = [];
  const headers = event.chats.map((chat) => readHeaders(event, chat.visitor));
  const began = performance.now();
  const pending: Array<Promise<void>> = [];
  // A connection carries one request at a time: each waits for its own earlier one, which counts,
  // as it would for a person.
  const last = readers.map(() => Promise.resolve());
  for (let count = 0; count < (PHASE_MS / 1000) * READS_A_SECOND; count++) {
    const due = began + (count * 1000) / READS_A_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    const index = count % readers.length;
    const chat = event.chats[index] as SampleEvent['chats'][number];
    const path = `/rest/v1/sessions?select=id,created_at,vendor:profiles!vendor_id(id,name)&id=eq.${chat.sessionId}`;
    const sent = performance.now();
    last[index] = (last[index] as Promise<void>).then(async () => {
      const status = await readers[index]?.get(path, headers[index] as string);
      if (status !== 200) throw new Error(`the API answered ${status}`);
      samples.push(performance.now() - sent);
    });
    pending.push(last[index] as Promise<void>);
  }
  await Promise.all(pending);
  return samples;
}

function keepSigningIn(doors: readonly RawConnection[], event: SampleEvent) {
  const began = performance.now();
  const people = event.chats.flatMap(({ vendor, visitor }) => [vendor, visitor]);
  let stopping = false;
  let count = 0;
  const running = doors.map(async (door, index) => {
    const { email, password } = people[index % people.length] as (typeof people)[number];
    const headers = `apikey: ${event.apiKey}\r\nX-Client-Info: supabase-js-node/2.109.0\r\nAccept: */*\r\n`;
    while (!stopping) {
      const body = JSON.stringify({ email, password });
      const status = await door.post('/auth/v1/token?grant_type=password', headers, body);
      if (status !== 200) throw new Error(`the sign-in was answered with ${status}`);
      count++;
    }
  });
  return {
    /** @returns how many sign-ins there were, and for how long */
    async stop() {
      stopping = true;
      await Promise.all(running);
      return { count, ms: performance.now() - began };
    },
  };
}
