/** The public bucket of people's pictures: one folder a user (supabase/schemas/19_storage.sql). */
export const AVATAR_BUCKET = 'avatars';

/** `<user id>/<random name>`, as created by the uploader's browser. */
const AVATAR_FILE = /^\/storage\/v1\/object\/public\/avatars\/([\da-f-]{36}\/[\da-f]{32}\.(?:webp|jpg))$/;

/**
 * @returns the name within the bucket of what an `avatar_url` points to; null when it is no picture
 * of ours.
 */
export function avatarPath(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  return AVATAR_FILE.exec(new URL(url).pathname)?.[1] ?? null;
}

/**
 * The address of an avatar: always this installation's own storage, at the address by which this
 * browser reaches it (an event may have several). Pictures of other sites are not loaded, because
 * their hosts would learn who chats with whom.
 * @returns null when there is no picture to load
 */
export function avatarSource(url: string | null | undefined, apiUrl: string | undefined): string | null {
  const path = avatarPath(url);
  return path && apiUrl ? new URL(`/storage/v1/object/public/${AVATAR_BUCKET}/${path}`, apiUrl).href : null;
}
