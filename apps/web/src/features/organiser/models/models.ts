import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callOrganiser, isSignedOut, OrganiserApiError } from '../api/organiser-api.ts';
import { ORGANISER_KEY, sessionEnded } from '../api/session.ts';
import { type InstalledModel, modelsIntervalMs } from './installed-models.ts';

/** Models of the server's own engines and their states. */
export function modelsQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: [ORGANISER_KEY, 'models'],
    queryFn: async ({ signal }) => {
      try {
        const options = { poll: true, signal };
        const { models } = await callOrganiser<{ models: InstalledModel[] }>('/models', options);
        return models;
      } catch (error) {
        if (isSignedOut(error)) sessionEnded(queryClient);
        // Without local engines the server has no such route.
        if (error instanceof OrganiserApiError && error.status === 404) return [];
        throw error;
      }
    },
    refetchInterval: ({ state }) => modelsIntervalMs(state.data ?? []),
  });
}
