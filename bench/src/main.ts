import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@dragoman/supabase-server/db/embedded/launcher';
import { buildStale } from '../../scripts/lib/build.ts';
import { makeEvent } from './load/event.ts';
import { openFixedProvider } from './load/fixed-engine.ts';
import { fillLargeFair } from './load/large-fair.ts';
import { liftMessageRate } from './load/message-rate.ts';
import { measureAnalytics } from './measure/analytics.ts';
import { measureBackup } from './measure/backup.ts';
import { measureBetweenProcesses } from './measure/between-processes.ts';
import { measureBroadcast } from './measure/broadcast.ts';
import { measureChatScreen } from './measure/chat-screen.ts';
import { measureDeletion } from './measure/deletion.ts';
import { measureDelivery } from './measure/delivery.ts';
import { measureIdleSockets } from './measure/idle-sockets.ts';
import { measureLatency } from './measure/latency.ts';
import { measureLocalTranslation } from './measure/local-translation.ts';
import { measureReads } from './measure/reads.ts';
import { measureRivals } from './measure/rivals.ts';
import { measureSignIns } from './measure/sign-ins.ts';
import { measureStarts } from './measure/starts.ts';
import { measureTeamScreen } from './measure/team-screen.ts';
import { measureThroughput } from './measure/throughput.ts';
import { measureTranslation } from './measure/translation.ts';
import { discard, startProduct, WITHOUT_LIMITS } from './product.ts';
import { type Line, printReport } from './report.ts';

/**
 * `npm run bench [-- throughput reads sign-ins translation local-translation latency broadcast between-processes sockets delivery starts analytics deletion backup chat team rivals]`:
 * those named, or all but `rivals`.
 */
const PARTS = [
  'throughput',
  'reads',
  'sign-ins',
  'translation',
  'local-translation',
  'latency',
  'broadcast',
  'between-processes',
  'sockets',
  'delivery',
  'starts',
  'analytics',
  'deletion',
  'backup',
  'chat',
  'team',
  'rivals',
] as const;
const CHATS = 16;
const CONNECTIONS = 16;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(PARTS as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The parts are ${PARTS.join(', ')}.`);
  process.exit(2);
}
// The rivals are 1.2 GB to install: only when named.
const parts: readonly string[] = wanted.length > 0 ? wanted : PARTS.filter((part) => part !== 'rivals');

await buildStale();
console.log(`${os.cpus().length} cores (${os.cpus()[0]?.model}), Node ${process.version}`);
const lines: Line[] = [];

// The database is a process beside the product, so that the floor and the product use the very same
// one.
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const provider = await openFixedProvider();
try {
  const product = await startProduct(dataDir, {
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: String(CONNECTIONS),
    ...WITHOUT_LIMITS,
    LIBRETRANSLATE_URL: provider.url,
    TRANSLATION_ENGINES: 'libretranslate',
  });
  try {
    const event = await makeEvent(product.url, CHATS);
    await liftMessageRate(postgres.url);
    if (parts.includes('throughput')) {
      for (const senders of [1, 32]) {
        lines.push(await measureThroughput(product.port, event, postgres.url, CONNECTIONS, senders));
      }
    }
    if (parts.includes('reads'))
      lines.push(await measureReads(product.port, event, postgres.url, CONNECTIONS));
    if (parts.includes('sign-ins')) lines.push(await measureSignIns(product.port, event));
    if (parts.includes('translation'))
      lines.push(...(await measureTranslation(product.port, event, provider)));
    if (parts.includes('local-translation')) {
      lines.push(...(await measureLocalTranslation(product.url, event)));
    }
    if (parts.includes('latency'))
      lines.push(...(await measureLatency(product.port, event, postgres.url, CONNECTIONS)));
    if (parts.includes('broadcast')) lines.push(await measureBroadcast(product.port, event));
    if (parts.includes('sockets')) lines.push(await measureIdleSockets(product, event));
    if (parts.includes('delivery')) lines.push(...(await measureDelivery(product, event, postgres.url)));
    // Last of those on this database: they make it large.
    if (parts.includes('analytics') || parts.includes('deletion')) {
      await fillLargeFair(postgres.url, event.chats[0]?.vendor.profileId ?? '');
    }
    if (parts.includes('analytics'))
      lines.push(...(await measureAnalytics(product.port, event, postgres.url)));
    if (parts.includes('deletion')) lines.push(...(await measureDeletion(product.port, event)));
  } finally {
    await product.stop();
  }
  if (parts.includes('between-processes')) lines.push(...(await measureBetweenProcesses(postgres.url)));
} finally {
  await provider.close();
  await postgres.stop();
  await discard(dataDir);
}
if (parts.includes('starts')) lines.push(...(await measureStarts()));
if (parts.includes('backup')) lines.push(...(await measureBackup()));
if (parts.includes('chat')) lines.push(...(await measureChatScreen()));
if (parts.includes('team')) lines.push(...(await measureTeamScreen()));
if (lines.length > 0) printReport(lines);
if (parts.includes('rivals')) await measureRivals();
