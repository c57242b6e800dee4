import type { PasskeyListItem } from '@supabase/auth-js';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addPasskey } from '@/entities/account/passkeys.ts';
import { RECOVERY_CODES_PATH, type RecoveryCodes } from '@/entities/account/recovery-codes.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { browserName } from '../model/browser-name.ts';

// None of this is kept on the device: the keys are not among those that the kept reads know.
const keys = {
  factors: (userId: string) => ['security', userId, 'factors'] as const,
  passkeys: (userId: string) => ['security', userId, 'passkeys'] as const,
  recoveryCodes: (userId: string) => ['security', userId, 'recovery-codes'] as const,
};

/** The user's authenticator apps that count, oldest first. */
export function useAuthenticatorApps(userId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: keys.factors(userId),
      queryFn: async () => {
        const { data, error } = await supabase.auth.mfa.listFactors();
        if (error) throw error;
        return data.totp;
      },
    }),
  );
}

/** A new authenticator app: its secret is shown only once. */
export interface BegunApp {
  id: string;
  secret: string;
  /** The address of the picture to scan. */
  qrCodeUrl: string;
}

/** Begins an authenticator app. An abandoned earlier one is replaced. */
export function useBeginApp() {
  const supabase = useSupabase();
  return useMutation({
    mutationFn: async (): Promise<BegunApp> => {
      // Names must be unique, and the user is not asked for one: the time distinguishes apps.
      const friendlyName = new Date().toISOString();
      const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName });
      if (error) throw error;
      // The client's value is not escaped: the first # in it would end the address.
      const picture = data.totp.qr_code.slice(data.totp.qr_code.indexOf('<svg'));
      return {
        id: data.id,
        secret: data.totp.secret,
        qrCodeUrl: `data:image/svg+xml;utf-8,${encodeURIComponent(picture)}`,
      };
    },
    networkMode: 'always',
    gcTime: 0,
  });
}

/** Proves an app by its first code; the session knows its second factor from then on. */
export function useConfirmApp(userId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ id, code }: { id: string; code: string }) => {
      const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code });
      if (error) throw error;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.factors(userId) }),
    networkMode: 'always',
  });
}

export function useRemoveApp(userId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (factorId: string) => {
      const { error } = await supabase.auth.mfa.unenroll({ factorId });
      if (error) throw error;
      // The session's own copy of the user still has the factor.
      await supabase.auth.refreshSession();
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.factors(userId) }),
        queryClient.invalidateQueries({ queryKey: keys.recoveryCodes(userId) }),
      ]),
    networkMode: 'always',
  });
}

export function useRecoveryCodes(userId: string) {
  const { authCall } = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: keys.recoveryCodes(userId),
      queryFn: () => authCall<RecoveryCodes>(RECOVERY_CODES_PATH, { method: 'GET' }),
    }),
  );
}

/** Replaces all recovery codes with new ones. Only this response contains them in clear text. */
export function useMakeRecoveryCodes(userId: string) {
  const { authCall } = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async () => {
      const { codes, ...set } = await authCall<RecoveryCodes & { codes: string[] }>(RECOVERY_CODES_PATH, {
        method: 'POST',
        body: {},
      });
      queryClient.setQueryData<RecoveryCodes>(keys.recoveryCodes(userId), set);
      return codes;
    },
    networkMode: 'always',
    gcTime: 0,
  });
}

export function usePasskeys(userId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: keys.passkeys(userId),
      queryFn: async (): Promise<PasskeyListItem[]> => {
        const { data, error } = await supabase.auth.passkey.list();
        if (error) throw error;
        return data;
      },
    }),
  );
}

/**
 * Lets the browser create a passkey, and names it after the browser.
 * @param nameOf puts browser and system into words
 */
export function useAddPasskey(userId: string, nameOf: (browser: string, system: string) => string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async () => {
      const passkeyId = await addPasskey(supabase);
      const { browser, system } = browserName(navigator.userAgent);
      if (!browser || !system) return;
      // The passkey works without a name.
      await supabase.auth.passkey.update({ passkeyId, friendlyName: nameOf(browser, system) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.passkeys(userId) }),
    networkMode: 'always',
  });
}

export function useRenamePasskey(userId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (renamed: { passkeyId: string; friendlyName: string }) => {
      const { error } = await supabase.auth.passkey.update(renamed);
      if (error) throw error;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.passkeys(userId) }),
    networkMode: 'always',
  });
}

export function useRemovePasskey(userId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (passkeyId: string) => {
      const { error } = await supabase.auth.passkey.delete({ passkeyId });
      if (error) throw error;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.passkeys(userId) }),
    networkMode: 'always',
  });
}
