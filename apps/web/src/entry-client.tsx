import { fillGaps } from '@/shared/browser/fill-gaps.ts';
import { documentLanguage } from '@/shared/i18n/document-language.ts';
import { startTexts } from '@/shared/i18n/start-texts.ts';
import { isServerRendered } from '@/shared/page/server-page.ts';
import '@/shared/styles/index.css';

// The first script of every page: small, so that a page of the server is painted before the app
// takes the network and the processor.

/**
 * Without the app the page stays as it is, with a button that loads it again (index.html). The page
 * reloads when the network is back, or when it becomes visible again.
 */
function startFailed(): void {
  window.dispatchEvent(new Event('start-failed'));
  const reload = () => location.reload();
  window.addEventListener('online', reload, { once: true });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && reload());
}

// Before zod is loaded with the forms: it would test whether it may evaluate text, which the
// security policy forbids and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function begin(root: HTMLElement): Promise<void> {
  if (isServerRendered()) await firstPaint();
  await fillGaps();
  const [{ start }] = await Promise.all([
    import('@/app/start.tsx'),
    // Loaded here as well, so that they do not wait for the start's code.
    startTexts[documentLanguage()](),
  ]);
  await start(root);
}

/** Browsers that do not report paints wait this long, in milliseconds. */
const PAINT_BY_MS = 300;

/**
 * Resolves when the page has been painted. A page in the background is not painted, and does not
 * wait.
 */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, PAINT_BY_MS);
  });
}

const root = document.getElementById('root');
if (root) void begin(root).catch(startFailed);
