import { firstReads } from './features/chat/model/first-reads.ts';
import { beginEarlyReads } from './lib/early-reads.ts';
import './styles/index.css';

// The page's first script, small enough to be there at once. The app itself is one file, which index.html has the browser fetch
// meanwhile.

/** A page in the background is not painted, and must not be waited for, ms. */
const PATIENCE_MS = 300;

/** Resolves when what the page came with is on the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

function readEarly(): void {
  try {
    beginEarlyReads((userId) => firstReads(location.pathname, userId));
  } catch {
    // The app reads for itself.
  }
}

async function begin(): Promise<void> {
  readEarly();
  // What the server has put into the page is there to be read while a slow phone gets the app going.
  if (document.getElementById('root')?.hasChildNodes()) await painted();
  await import('./main.tsx');
}

/**
 * Without the app the page stays as it came, with a way to load it again (index.html). It is tried anew when the network is back, or
 * when somebody looks at it again.
 */
function startOver(): void {
  delete document.getElementById('root')?.dataset.for;
  window.dispatchEvent(new Event('start-failed'));
  const reload = () => location.reload();
  window.addEventListener('online', reload, { once: true });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && reload());
}

// Not awaited: other files import what this one is put together with.
void begin().catch(startOver);
