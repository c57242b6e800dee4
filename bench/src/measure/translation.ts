import { setTimeout as delay } from 'node:timers/promises';
import { readHeaders, type SampleEvent } from '../load/event.ts';
import type { FixedProvider } from '../load/fixed-engine.ts';
import { openRawConnection, type RawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';
import { median, percentile } from '../statistics.ts';

const CALLS_A_SECOND = 50;
const PHASE_MS = 2000;
const PAIRS = 5;
const WARM_UP_PHASES = 3;
const TARGET_MS = 15;

/** Sentences that the phrasebook knows, and some that only a provider does. */
const KNOWN = Array.from({ length: 50 }, (_, index) => `We need ${100 + index * 10} pieces`);
const COLOURS = ['red', 'green', 'blue', 'yellow', 'orange', 'white', 'black', 'brown', 'pink', 'grey'];
const CACHED = COLOURS.map(
  (colour) => `Could the workshop paint our sample crates ${colour} before the fair opens?`,
);

/**
 * p95 of the function `translate` where no provider is needed, beside the same requests to a bare
 * HTTP server that answers a fixed text.
 */
export async function measureTranslation(
  port: number,
  event: SampleEvent,
  provider: FixedProvider,
): Promise<Line[]> {
  const product = await openRawConnection(port);
  const bare = await openRawConnection(provider.port);
  const [chat] = event.chats;
  if (!chat) throw new Error('there is no chat');
  const headers = readHeaders(event, chat.vendor);
  const bodyOf = (text: string) =>
    JSON.stringify({ text, sourceLanguage: 'en', targetLanguage: 'zh', sessionId: chat.sessionId });

  async function measure(what: string, texts: readonly string[]): Promise<Line> {
    const bodies = texts.map(bodyOf);
    const askProduct = () => sample(product, '/functions/v1/translate', headers, bodies);
    const askBare = () => sample(bare, '/bare', headers, bodies);
    // Fills the cache, opens the connections to the database, and lets V8 compile.
    for (let phase = 0; phase < WARM_UP_PHASES; phase++) {
      await askProduct();
      await askBare();
    }
    const askedBefore = provider.asked();
    const pairs: Array<{ product: number; floor: number }> = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const floor = percentile(await askBare(), 0.95);
      pairs.push({ floor, product: percentile(await askProduct(), 0.95) });
    }
    if (provider.asked() !== askedBefore) throw new Error(`${what}: an engine was asked`);
    const ms = median(pairs.map((pair) => pair.product));
    return {
      what: `translation from ${what}, p95 at ${CALLS_A_SECOND}/s`,
      product: `${ms.toFixed(2)} ms`,
      floor: `${median(pairs.map((pair) => pair.floor)).toFixed(2)} ms (bare HTTP)`,
      ratio: median(pairs.map((pair) => pair.product / pair.floor)).toFixed(1),
      target: { text: `under ${TARGET_MS} ms`, met: ms < TARGET_MS },
    };
  }

  try {
    return [await measure('the phrasebook', KNOWN), await measure('the cache', CACHED)];
  } finally {
    product.close();
    bare.close();
  }
}

/** Sends requests at even intervals. @returns the milliseconds of each */
async function sample(
  connection: RawConnection,
  path: string,
  headers: string,
  bodies: readonly string[],
): Promise<number[]> {
  const samples: number[] = [];
  const began = performance.now();
  for (let count = 0; count < (PHASE_MS / 1000) * CALLS_A_SECOND; count++) {
    const wait = began + (count * 1000) / CALLS_A_SECOND - performance.now();
    if (wait > 0) await delay(wait);
    const sent = performance.now();
    const status = await connection.post(path, headers, bodies[count % bodies.length] as string);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    samples.push(performance.now() - sent);
  }
  return samples;
}
