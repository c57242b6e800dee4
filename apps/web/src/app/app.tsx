import type { QueryClient } from '@tanstack/react-query';
import { BrowserRouter, useLocation, useRoutes } from 'react-router';
import type { Backend } from '@/shared/api/supabase.ts';
import { preloadPage, routeObjects } from './pages/lazy-page.tsx';
import { Providers } from './providers/providers.tsx';
import { routes } from './router.tsx';

const objects = routeObjects(routes);

interface AppProps {
  queryClient: QueryClient;
  /** Absent: the app loads the configuration itself. */
  backend: Backend | undefined;
}

/**
 * The whole app in the browser; `entry-server.tsx` renders the same providers and layout around the
 * public pages.
 */
export function App({ queryClient, backend }: AppProps) {
  return (
    <Providers queryClient={queryClient} backend={backend}>
      {/* In a transition the old page would stay, without a loading state, under the address of the next one. */}
      <BrowserRouter useTransitions={false}>
        <Pages />
      </BrowserRouter>
    </Providers>
  );
}

function Pages() {
  const { pathname } = useLocation();
  // All chunks of a page at once: its parts would ask for them one after the other.
  void preloadPage(routes, pathname);
  return useRoutes(objects);
}
