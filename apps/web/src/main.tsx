import { type ReactElement, StrictMode, startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app.tsx';
import { registerServiceWorker } from '@/app/layout/service-worker.ts';
import { preloadPage } from '@/app/pages/lazy-page.tsx';
import { preloadBackend } from '@/app/providers/backend-provider.tsx';
import { routes } from '@/app/router.tsx';
import { otherTasks } from '@/shared/async/other-tasks.ts';
import { initI18n } from '@/shared/i18n/i18n.ts';
import { PageShown } from '@/shared/page/page-wait.ts';
import {
  handOver,
  handsOff,
  isPageWritten,
  onceHandsOff,
  placeBeside,
  takePlace,
} from '@/shared/page/written-page.ts';

// The condition is known when the app is built: nothing of it is in production.
if (import.meta.env.DEV) {
  void import('@/shared/i18n/pseudo-locale.ts').then(({ startAskedPseudoLocale }) =>
    startAskedPseudoLocale(),
  );
}

/**
 * Marks the page as taken over by the app, for signed-in users too: every control works, and the
 * way to load it again is not needed.
 */
function TakenOver({ root }: { root: HTMLElement }) {
  useLayoutEffect(() => {
    delete root.dataset.for;
    delete root.dataset.app;
    document.getElementById('load-again')?.remove();
  }, [root]);
  // After the effects of the page itself, whose handlers then are there.
  useEffect(handOver, []);
  return null;
}

/** A page that stays until the app shows something beside it (shared/page/written-page.ts), and goes in the frame in which it does. */
function beside(root: HTMLElement): { place: HTMLElement; takingOver: ReactElement } {
  const place = placeBeside(root);
  const take = () => {
    if (!root.isConnected) return;
    takePlace(root, place);
    document.getElementById('load-again')?.remove();
    registerServiceWorker();
  };
  const onShown = () => onceHandsOff(take);
  return { place, takingOver: <PageShown onShown={onShown} /> };
}

/**
 * Runs the files of the page that the server has told the browser of, one after the other, each after those that it needs: all at once
 * they would be one task. What does not come is for the page itself to say.
 */
async function runPageFiles(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    await import(/* @vite-ignore */ href).catch(() => {});
    await otherTasks();
  }
}

/**
 * Starts the app in `root`. Resolves when it has begun to draw itself.
 */
export async function start(root: HTMLElement): Promise<void> {
  initI18n();
  // What the server has put into the page stays until the page itself can take its place.
  if (root.hasChildNodes()) {
    await otherTasks();
    await runPageFiles();
    await Promise.all([preloadPage(routes, location.pathname), preloadBackend()]);
    if (!isPageWritten()) await handsOff(root);
  }
  const stays = isPageWritten();
  const { place, takingOver } = stays ? beside(root) : { place: root, takingOver: <TakenOver root={root} /> };
  // In slices: a slow phone goes on to scroll and to take presses meanwhile.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App />
        {takingOver}
      </StrictMode>,
    ),
  );
  if (!stays) registerServiceWorker();
}
