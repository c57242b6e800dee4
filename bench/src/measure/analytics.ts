import pg from 'pg';
import { type Participant, readHeaders, type SampleEvent } from '../load/event.ts';
import { LARGE_FAIR } from '../load/large-fair.ts';
import { openRawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';
import { median } from '../statistics.ts';

const ROUNDS = 15;
const TARGET_MS = 300;

const COUNT = `select count(*) from public.messages m join public.sessions s on s.id = m.session_id where s.vendor_id = $1`;

/** The wait of the first vendor, who has a large fair, beside a bare count of the same messages. */
export async function measureAnalytics(
  port: number,
  event: SampleEvent,
  databaseUrl: string,
): Promise<Line[]> {
  const vendor = event.chats[0]?.vendor as Participant;
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  const api = await openRawConnection(port);
  try {
    const today = new Date().toISOString().slice(0, 10);
    const sixDaysBefore = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    const spans: Record<string, object> = {
      everything: {},
      '7 days': { first_day: sixDaysBefore, last_day: today },
      'one day': { first_day: today, last_day: today },
    };
    const headers = readHeaders(event, vendor).replace('Accept-Profile', 'Content-Profile');
    const times = new Map<string, number[]>(Object.keys(spans).map((name) => [name, []]));
    const counts: number[] = [];
    // In turns, so that a machine's worse moments hit all of them.
    for (let round = 0; round < ROUNDS; round++) {
      counts.push(await timed(() => sql.query(COUNT, [vendor.profileId])));
      for (const [name, days] of Object.entries(spans)) {
        const body = JSON.stringify({ zone: 'Asia/Dubai', ...days });
        const took = await timed(async () => {
          const status = await api.post('/rest/v1/rpc/vendor_analytics', headers, body);
          if (status !== 200) throw new Error(`the API answered ${status}`);
        });
        times.get(name)?.push(took);
      }
    }
    const floor = median(counts);
    return [...times].map(([name, samples]) => {
      const product = median(samples);
      return {
        what: `analytics of ${LARGE_FAIR.sessions} chats, ${LARGE_FAIR.messages} messages: ${name}`,
        product: `${product.toFixed(0)} ms`,
        floor: `${floor.toFixed(0)} ms (bare count)`,
        ratio: (product / floor).toFixed(2),
        target: { text: `at most ${TARGET_MS} ms`, met: product <= TARGET_MS },
      };
    });
  } finally {
    api.close();
    await sql.end();
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
