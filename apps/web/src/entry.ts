import { firstReads } from '@/features/chat/sync/first-reads.ts';
import { beginEarlyReads } from '@/shared/api/early-reads.ts';
import { otherTasks } from '@/shared/async/other-tasks.ts';
import { letGo, whenWanted } from '@/shared/page/written-page.ts';
import '@/shared/styles/index.css';

// The page's first script, small enough to be there at once. The app itself is in a few files, which index.html has the browser fetch
// meanwhile.

function readEarly(): void {
  try {
    beginEarlyReads((userId) => firstReads(location.pathname, userId));
  } catch {
    // The app reads for itself.
  }
}

async function begin(): Promise<void> {
  readEarly();
  const root = document.getElementById('root');
  if (root) await whenWanted(root);
  // Piece by piece, each as it comes: a slow phone takes long to read all of it, and would not scroll or take a press meanwhile.
  await import('react-dom/client');
  await otherTasks();
  const { start } = await import('./main.tsx');
  await otherTasks();
  if (root) await start(root);
}

/**
 * Without the app the page stays as it came, with a way to load it again (index.html). The load is
 * retried when the network is back, or when the user looks at the page again.
 */
function startOver(): void {
  letGo();
  const root = document.getElementById('root');
  delete root?.dataset.for;
  delete root?.dataset.app;
  window.dispatchEvent(new Event('start-failed'));
  const reload = () => location.reload();
  window.addEventListener('online', reload, { once: true });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && reload());
}

// Before zod is loaded, with the forms: it would try whether it may make code from text, which the policy of the pages forbids and
// browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Not awaited: other files import what this one is put together with.
void begin().catch(startOver);
