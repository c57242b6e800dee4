import { BrowserRouter, useLocation, useRoutes } from 'react-router';
import { preloadPage, routeObjects } from './pages/lazy-page.tsx';
import { Providers } from './providers/providers.tsx';
import { routes } from './router.tsx';

const objects = routeObjects(routes);

/** The whole app: what every page needs, around the router. */
export function App() {
  return (
    <Providers>
      {/* In a transition the page that is left would stay, with no sign of waiting, under the address of the next one. */}
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
