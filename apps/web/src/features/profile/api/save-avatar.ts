import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { AVATAR_BUCKET, avatarPath } from '@/shared/api/avatar-url.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { withTimeout } from '@/shared/async/with-timeout.ts';

/** A name is used once, so its picture never changes and browsers may keep it for a year. */
const CACHE_SECONDS = '31536000';

/** A cut picture is small; after this time the user can send it again. */
const UPLOAD_TIMEOUT_MS = 60_000;

function mutationKey(userId: string): string[] {
  return ['avatar', userId];
}

/**
 * Uploads a picture and makes it the user's avatar. On a refusal nothing has changed.
 * @throws StorageError, PostgrestError; an error when the upload takes longer than a minute
 */
async function uploadAvatar(supabase: Supabase, userId: string, picture: Blob): Promise<Profile> {
  const files = (await supabase.storage()).from(AVATAR_BUCKET);
  const path = `${userId}/${randomName()}.${picture.type === 'image/webp' ? 'webp' : 'jpg'}`;
  const stored = files.upload(path, picture, { cacheControl: CACHE_SECONDS, contentType: picture.type });
  const { error } = await withTimeout(stored, UPLOAD_TIMEOUT_MS);
  if (error) throw error;
  try {
    return await setAvatarUrl(supabase, userId, files.getPublicUrl(path).data.publicUrl);
  } catch (error) {
    // The update may have succeeded even if its response was lost; if it has not, the next clean-up
    // removes the picture.
    if (errorCode(error)) await files.remove([path]);
    throw error;
  }
}

async function setAvatarUrl(supabase: Supabase, userId: string, url: string | null): Promise<Profile> {
  const { data } = await supabase
    .from('profiles')
    .update({ avatar_url: url })
    .eq('user_id', userId)
    .select()
    .single()
    .throwOnError();
  return data;
}

/**
 * Removes the user's pictures except the profile's present one, leftovers of earlier failures
 * included. Best effort: a file that stays is removed the next time.
 */
async function removeOldAvatars(supabase: Supabase, queryClient: QueryClient, userId: string): Promise<void> {
  try {
    const files = (await supabase.storage()).from(AVATAR_BUCKET);
    const { data } = await files.list(userId);
    // A picture that is just being saved may be listed already, and no profile names it yet: the
    // clean-up is left to it.
    if (queryClient.isMutating({ mutationKey: mutationKey(userId) }) > 0) return;
    const current = avatarPath(
      queryClient.getQueryData<Profile | null>(queryKeys.profile(userId))?.avatar_url,
    );
    const old = (data ?? []).map(({ name }) => `${userId}/${name}`).filter((path) => path !== current);
    if (old.length > 0) await files.remove(old);
  } catch {
    // Without network, say.
  }
}

/** The user's avatar: a new picture, or the address of one that is there, or none. */
export function useSaveAvatar(userId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const removeOld = () => removeOldAvatars(supabase, queryClient, userId);
  const save = useMutation({
    mutationKey: mutationKey(userId),
    mutationFn: (avatar: Blob | string | null) =>
      avatar instanceof Blob
        ? uploadAvatar(supabase, userId, avatar)
        : setAvatarUrl(supabase, userId, avatar),
    networkMode: 'always',
    onSuccess: (profile, avatar) => {
      queryClient.setQueryData(queryKeys.profile(userId), profile);
      if (avatar instanceof Blob) void removeOld();
    },
  });
  return { save, removeOld };
}

/** 32 hexadecimal digits; `crypto.randomUUID` is missing on pages that are not https. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
