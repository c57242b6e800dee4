import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '@/app/app.tsx';
import { registerServiceWorker } from '@/app/layout/service-worker.ts';
import { preloadPage } from '@/app/pages/lazy-page.tsx';
import { preloadBackend } from '@/app/providers/backend-provider.tsx';
import { routes } from '@/app/router.tsx';
import { createQueryClient } from '@/shared/api/query-client.ts';
import { authCallbackParams } from '@/shared/auth/auth-callback-params.ts';
import { initI18n } from '@/shared/i18n/i18n.ts';
import { restoreServerQueries } from '@/shared/page/server-data.ts';
import { isServerRendered } from '@/shared/page/server-page.ts';

// The condition is known at build time: production contains none of it.
if (import.meta.env.DEV) {
  void import('@/shared/i18n/pseudo-locale.ts').then(({ startAskedPseudoLocale }) =>
    startAskedPseudoLocale(),
  );
}

/** The app has started, so the button that loads the page again (index.html) is not needed. */
function Started() {
  useLayoutEffect(() => document.getElementById('load-again')?.remove(), []);
  return null;
}

/**
 * Checks whether the first client render equals what the server rendered. The server renders for
 * people who are not signed in, and it sees neither this browser's session nor what follows the `#`
 * of a mailed link.
 */
function canHydrate(): boolean {
  const { member } = document.documentElement.dataset;
  return isServerRendered() && member === undefined && authCallbackParams(window.location) === null;
}

/**
 * Hydrates the page that the server rendered in `root`, or renders the page of the address into it.
 */
export async function start(root: HTMLElement): Promise<void> {
  await initI18n();
  const queryClient = createQueryClient();
  // A page of the server stays visible until the client can render the same page at once.
  const backend = isServerRendered()
    ? (await Promise.all([preloadBackend(), preloadPage(routes, location.pathname)]))[0]
    : undefined;
  restoreServerQueries(queryClient);
  const app = (
    <StrictMode>
      <App queryClient={queryClient} backend={backend} />
      <Started />
    </StrictMode>
  );
  // Rendered in slices, so that a slow phone can scroll and take presses meanwhile.
  startTransition(() => {
    if (canHydrate()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  registerServiceWorker();
}
