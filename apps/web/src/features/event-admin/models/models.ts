import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callEventAdmin, EventAdminApiError, isSignedOut } from '../api/event-admin-api.ts';
import { EVENT_ADMIN_KEY, sessionEnded } from '../api/session.ts';
import { type InstalledModel, modelsIntervalMs } from './installed-models.ts';

/** Models of the local providers and their states. */
export function modelsQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: [EVENT_ADMIN_KEY, 'models'],
    queryFn: async ({ signal }) => {
      try {
        const options = { poll: true, signal };
        const { models } = await callEventAdmin<{ models: InstalledModel[] }>('/models', options);
        return models;
      } catch (error) {
        if (isSignedOut(error)) sessionEnded(queryClient);
        // Without local providers the server has no such route.
        if (error instanceof EventAdminApiError && error.status === 404) return [];
        throw error;
      }
    },
    refetchInterval: ({ state }) => modelsIntervalMs(state.data ?? []),
  });
}
