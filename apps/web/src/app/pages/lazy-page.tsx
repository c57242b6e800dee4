import { type ComponentType, use } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { loadPageTexts } from '@/shared/i18n/i18n.ts';

type LoadPage = () => Promise<{ Component: ComponentType }>;

/** A route of the table whose page may be a chunk of its own. */
export interface PageRoute {
  path?: string;
  index?: true;
  Component?: ComponentType;
  lazy?: LoadPage;
  children?: PageRoute[];
}

interface Loading {
  promise: Promise<ComponentType>;
  /** Known once loaded: such a page is shown at once, without a moment of waiting. */
  page?: ComponentType;
}

const loads = new Map<LoadPage, Loading>();
const failed = new Set<LoadPage>();

/**
 * Starts the load on first use. One that failed is kept: React asks again for what it waits for,
 * and must get the same answer.
 */
function loadPage(load: LoadPage): Loading {
  const known = loads.get(load);
  if (known) return known;
  // Side by side: a page's code is of no use without its texts.
  const promise = Promise.all([load(), loadPageTexts()]).then(
    ([{ Component }]) => {
      loading.page = Component;
      return Component;
    },
    (error: unknown) => {
      failed.add(load);
      throw error;
    },
  );
  const loading: Loading = { promise };
  loads.set(load, loading);
  return loading;
}

/** Call it after a failure has been shown: the next visit tries again. */
export function forgetFailedLoads(): void {
  for (const load of failed) loads.delete(load);
  failed.clear();
}

/** A page of its own chunk; it waits in the nearest Suspense boundary. */
export function LazyPage({ load }: { load: LoadPage }) {
  const loading = loadPage(load);
  const Page = loading.page ?? use(loading.promise);
  return <Page />;
}

/**
 * The table as React Router takes it: a lazy page waits for its chunk in the nearest Suspense
 * boundary.
 */
export function routeObjects(routes: readonly PageRoute[]): RouteObject[] {
  return routes.map(({ lazy, children, index, ...route }) => {
    const page = lazy ? { element: <LazyPage load={lazy} /> } : {};
    return index
      ? { ...route, ...page, index }
      : { ...route, ...page, children: routeObjects(children ?? []) };
  });
}

/** Loads every chunk of the page at `pathname`. Never rejects: the page itself shows the error. */
export async function preloadPage(routes: PageRoute[], pathname: string): Promise<void> {
  const matches = matchRoutes(routes as RouteObject[], pathname) ?? [];
  const lazy = matches.flatMap(({ route }) => (route as PageRoute).lazy ?? []);
  await Promise.allSettled(lazy.map((load) => loadPage(load).promise));
}
