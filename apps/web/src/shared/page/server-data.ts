import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';

/**
 * The element that holds the dehydrated queries of a page; apps/server/src/http/page-parts.ts
 * writes it.
 */
const ELEMENT_ID = 'queries';

/**
 * The time that the server's answer counts as fresh, in milliseconds: a client that hydrates within
 * this time does not ask again. After the page has been left, it is dropped at the same age.
 */
export const SERVER_DATA_FRESH_MS = 10_000;

/**
 * Puts the queries that the server ran for this page into the cache; a page without any leaves the
 * cache as it is.
 */
export function restoreServerQueries(queryClient: QueryClient): void {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return;
  const { queries } = JSON.parse(text) as DehydratedState;
  // The server's clock may differ from this device's.
  const dataUpdatedAt = Date.now();
  hydrate(
    queryClient,
    { queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })) },
    { defaultOptions: { queries: { gcTime: SERVER_DATA_FRESH_MS } } },
  );
}
