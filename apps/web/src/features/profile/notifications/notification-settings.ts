import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/call-function.ts';
import type { NotificationSettings } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import {
  keptSubscription,
  type PushState,
  pushState,
  subscribeToPush,
  unsubscribeFromPush,
} from '@/shared/browser/push-subscription.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';

/** What a person can change at once; the address of a guest has a function of its own. */
export type SettingsChange = Partial<
  Pick<NotificationSettings, 'email' | 'show_text' | 'quiet_from' | 'quiet_until' | 'time_zone'>
>;

/** A person without a row has these. */
export function defaultSettings(owner_id: string): NotificationSettings {
  return {
    owner_id,
    email: true,
    show_text: true,
    quiet_from: null,
    quiet_until: null,
    time_zone: 'UTC',
    address: null,
    address_confirmed_at: null,
  };
}

export function useNotificationSettings(profileId: string) {
  const supabase = useSupabase();
  return useQuery({
    queryKey: queryKeys.notificationSettings(profileId),
    queryFn: async (): Promise<NotificationSettings> => {
      const { data } = await supabase
        .from('notification_settings')
        .select('*')
        .eq('owner_id', profileId)
        .maybeSingle()
        .throwOnError();
      return data ?? defaultSettings(profileId);
    },
  });
}

/** Saves a change; it is shown at once and taken back when it fails. */
export function useChangeSettings(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.notificationSettings(profileId);
  const mutationKey = ['change', ...queryKey];
  return useMutation({
    mutationKey,
    mutationFn: async (change: SettingsChange) => {
      await supabase
        .from('notification_settings')
        .upsert({ owner_id: profileId, ...change })
        .throwOnError();
    },
    onMutate: async (change) => {
      const before = queryClient.getQueryData<NotificationSettings>(queryKey);
      const show = () =>
        queryClient.setQueryData<NotificationSettings>(queryKey, (now) => ({
          ...(now ?? defaultSettings(profileId)),
          ...change,
        }));
      // In the event of the press itself: a switch that lags behind looks dead.
      show();
      // A read that this cancels takes its own start back, and the change with it.
      await queryClient.cancelQueries({ queryKey });
      show();
      return before;
    },
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
    // A read between two saves would show the second one's switch as it was.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Leaves a guest's address, which then gets a mail to confirm it; null takes it away. */
export function useLeaveAddress(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (address: string | null) => callFunction(supabase, 'missed-reply-address', { address }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.notificationSettings(profileId) }),
  });
}

/**
 * Whether this browser gets the person's pushes: it has a subscription, and the server has it for
 * this person.
 */
export function usePushState(profileId: string) {
  const supabase = useSupabase();
  return useQuery({
    queryKey: queryKeys.pushState(profileId),
    // Of this browser alone, so never kept.
    gcTime: 0,
    staleTime: 0,
    queryFn: async (): Promise<PushState> => {
      const state = await pushState();
      if (state !== 'on') return state;
      const { data } = await supabase.from('push_subscriptions').select('endpoint').throwOnError();
      const registration = await navigator.serviceWorker.getRegistration();
      const own = await registration?.pushManager.getSubscription();
      return data.some(({ endpoint }) => endpoint === own?.endpoint) ? 'on' : 'off';
    },
  });
}

/**
 * Tells the server the subscription of this browser where pushes are on and the browser has renewed
 * or ended it by itself: the person would silently get nothing.
 * @returns whether the server has learned a new one
 */
export async function renewPush(supabase: Supabase, profileId: string, publicKey: string): Promise<boolean> {
  const subscription = await keptSubscription(profileId, publicKey);
  if (!subscription) return false;
  const { data } = await supabase.from('push_subscriptions').select('endpoint').throwOnError();
  if (data.some(({ endpoint }) => endpoint === subscription.endpoint)) return false;
  await callFunction(supabase, 'push-subscription', subscription.toJSON());
  return true;
}

/** Turns pushes to this browser on or off; to be called by a press. */
export function useSwitchPush(profileId: string, publicKey: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) {
        const endpoint = await unsubscribeFromPush();
        if (endpoint) {
          await supabase.from('push_subscriptions').delete().eq('endpoint', endpoint).throwOnError();
        }
        return;
      }
      const subscription = await subscribeToPush(profileId, publicKey);
      if (subscription) await callFunction(supabase, 'push-subscription', subscription.toJSON());
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.pushState(profileId) }),
  });
}
