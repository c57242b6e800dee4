import { QueryClient } from '@tanstack/react-query';

/**
 * The query cache. postgrest-js already repeats reads three times on a network failure, so a query adds one try only;
 * otherwise a dead server would keep a skeleton on screen for half a minute.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: 1, staleTime: 5_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
