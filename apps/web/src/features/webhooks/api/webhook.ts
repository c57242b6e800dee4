import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/call-function.ts';
import type { Row } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';

/** Where a booth's leads are sent (docs/adr/0088). */
export type WebhookEndpoint = Row<'webhook_endpoints'>;

/** One delivery, and what became of it. */
export type WebhookDelivery = Pick<
  Row<'webhook_deliveries'>,
  'id' | 'event' | 'state' | 'tries' | 'created_at' | 'tried_at' | 'answer' | 'failure'
>;

/** The server keeps a hundred, beside those that wait. */
const SHOWN = 100;
/** While something waits for its first try, and otherwise. */
const AGAIN_MS = { soon: 4_000, later: 30_000 };

/** The user's own endpoint; null without one. */
export function useWebhook(profileId: string) {
  const supabase = useSupabase();
  return useQuery({
    queryKey: queryKeys.webhook.endpoint(profileId),
    queryFn: async (): Promise<WebhookEndpoint | null> => {
      const { data } = await supabase.from('webhook_endpoints').select('*').maybeSingle().throwOnError();
      return data;
    },
  });
}

/** The last deliveries, newest first. The page looks again by itself: they are not live. */
export function useDeliveries(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: queryKeys.webhook.deliveries(profileId),
    queryFn: async (): Promise<WebhookDelivery[]> => {
      const { data } = await supabase
        .from('webhook_deliveries')
        .select('id, event, state, tries, created_at, tried_at, answer, failure')
        .order('created_at', { ascending: false })
        .limit(SHOWN)
        .throwOnError();
      // A delivery may have paused the endpoint, or have shown that it works again.
      void queryClient.invalidateQueries({ queryKey: queryKeys.webhook.endpoint(profileId) });
      return data;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, tries }) => state === 'waiting' && tries === 0) ? AGAIN_MS.soon : AGAIN_MS.later,
  });
}

/**
 * Sets the address. @returns the secret of a new endpoint; null where there was one
 * @throws {FunctionRefusal}
 */
export function useSetWebhook(profileId: string) {
  return useWebhookCall<string, string | null>(profileId, (supabase, url) =>
    callFunction<{ secret: string | null }>(supabase, 'webhook', { url }).then(({ secret }) => secret),
  );
}

/** Makes a new secret. @throws {FunctionRefusal} */
export function useNewSecret(profileId: string) {
  return useWebhookCall<void, string>(profileId, (supabase) =>
    callFunction<{ secret: string }>(supabase, 'webhook-secret', {}).then(({ secret }) => secret),
  );
}

/** Removes the endpoint with its log. @throws PostgrestError */
export function useRemoveWebhook(profileId: string) {
  return useWebhookCall<string, unknown>(profileId, (supabase, id) =>
    supabase.from('webhook_endpoints').delete().eq('id', id).throwOnError(),
  );
}

/** @throws PostgrestError: PT429 after ten tests in an hour */
export function useTestWebhook(profileId: string) {
  return useWebhookCall<void, unknown>(profileId, (supabase) => supabase.rpc('test_webhook').throwOnError());
}

/** @throws PostgrestError */
export function useResumeWebhook(profileId: string) {
  return useWebhookCall<void, unknown>(profileId, (supabase) =>
    supabase.rpc('resume_webhook').throwOnError(),
  );
}

/** Sends a failed delivery again. @throws PostgrestError */
export function useResend(profileId: string) {
  return useWebhookCall<string, unknown>(profileId, (supabase, id) =>
    supabase.rpc('resend_webhook', { delivery_id: id }).throwOnError(),
  );
}

function useWebhookCall<Input, Answer>(
  profileId: string,
  act: (supabase: Supabase, input: Input) => PromiseLike<Answer>,
) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (input: Input): Promise<Answer> => act(supabase, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhook.all(profileId) }),
  });
}
