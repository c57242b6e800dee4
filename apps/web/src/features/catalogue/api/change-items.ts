import type { CatalogueKind, CheckedTexts } from '@dragoman/domain/catalogue';
import { attachmentPath, thumbnailPath } from '@dragoman/domain/chat-attachments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PreparedFile } from '@/entities/attachment/prepare-attachment.ts';
import { CATALOGUE_BUCKET } from '@/entities/catalogue/catalogue.ts';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { insertOnce } from '@/shared/api/insert-once.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { withTimeout } from '@/shared/async/with-timeout.ts';
import { newId } from '@/shared/browser/new-id.ts';

/** Time limit of an upload, in ms: ten megabytes over a slow line. */
const UPLOAD_TIMEOUT_MS = 5 * 60_000;
/** A thumbnail is small, and an item can be saved without it. */
const THUMBNAIL_TIMEOUT_MS = 60_000;
/** A name is used once, so its file never changes. */
const CACHE_SECONDS = '31536000';

/** A file that was chosen in the form. */
export interface ChosenFile extends PreparedFile {
  /** Its path in the bucket, the same for each attempt. */
  path: string;
}

/** @param ending of the file's name @returns the chosen file with a path that no other file has */
export function chosenFile(ownerId: string, file: PreparedFile, ending: string): ChosenFile {
  return { ...file, path: attachmentPath(ownerId, newId(), ending) };
}

export interface ItemToSave {
  /** The item that is changed; null for a new one. */
  item: CatalogueItem | null;
  /** Of the item; of a new one the same for each attempt. */
  id: string;
  kind: CatalogueKind;
  texts: CheckedTexts;
  /** The new file; null: none; 'kept': as it is. */
  file: ChosenFile | null | 'kept';
}

/** Calls {@link saveItem}. @param onProgress as there */
export function useSaveItem(ownerId: string, onProgress: (share: number) => void) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (toSave: ItemToSave) => saveItem(supabase, ownerId, toSave, onProgress),
    // A lost answer leaves the item there.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.catalogue(ownerId) }),
  });
}

/**
 * Keeps an item with its file.
 * @param onProgress gets the share of the file that has left the device, 0 to 1
 * @throws PostgrestError PT409 when the catalogue is full; what the storage service says of a file
 */
export async function saveItem(
  supabase: Supabase,
  ownerId: string,
  { item, id, kind, texts, file }: ItemToSave,
  onProgress: (share: number) => void,
): Promise<void> {
  if (file && file !== 'kept') await upload(supabase, file, onProgress);
  const columns = { ...texts, ...(file !== 'kept' && fileColumns(file)) };
  const items = supabase.from('catalogue_items');
  const update = () => items.update(columns).eq('id', id).select('id').maybeSingle().throwOnError();
  if (!item) {
    await insertOnce<unknown>(items.insert({ id, owner_id: ownerId, kind, ...columns }), update);
    return;
  }
  await update();
  if (file !== 'kept') void removeFile(supabase, item);
}

/** Removes an item for good. What was sent of it stays in its chats. */
export function useRemoveItem(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (item: CatalogueItem) => {
      await supabase.from('catalogue_items').delete().eq('id', item.id).throwOnError();
      void removeFile(supabase, item);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.catalogue(ownerId) }),
  });
}

function fileColumns(file: ChosenFile | null) {
  return {
    file_path: file?.path ?? null,
    file_name: file?.name ?? null,
    file_size: file?.content.size ?? null,
    picture_width: file?.size?.width ?? null,
    picture_height: file?.size?.height ?? null,
  };
}

async function upload(supabase: Supabase, file: ChosenFile, onProgress: (share: number) => void) {
  const { path, content } = file;
  const stored = { bucket: CATALOGUE_BUCKET, path, content, contentType: content.type };
  const { error } = await (await supabase.uploads()).upload(
    { ...stored, cacheControl: CACHE_SECONDS },
    {
      url: undefined,
      onUrl() {},
      onProgress,
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      cancelled: new AbortController().signal,
    },
  );
  // An earlier attempt has stored it, and only its item is missing.
  if (error && !(error.status === 409 && /already exists/i.test(error.message))) throw error;
  // Lists and chats show the picture where there is no thumbnail.
  await withTimeout(uploadThumbnail(supabase, file), THUMBNAIL_TIMEOUT_MS).catch(() => undefined);
}

async function uploadThumbnail(supabase: Supabase, { path, content }: ChosenFile): Promise<void> {
  const thumbnail = thumbnailPath(path, content.size);
  if (thumbnail === null) return;
  const { makeThumbnail } = await import('@/entities/attachment/thumbnail.ts');
  const small = await makeThumbnail(content);
  if (!small) return;
  const files = (await supabase.storage()).from(CATALOGUE_BUCKET);
  await files.upload(thumbnail, small, { cacheControl: CACHE_SECONDS, contentType: small.type });
}

/**
 * Best effort: the server removes files without an item after a day. Never rejects, and the user
 * does not wait for it.
 */
async function removeFile(supabase: Supabase, { file_path: path, file_size: bytes }: CatalogueItem) {
  if (!path) return;
  try {
    const thumbnail = thumbnailPath(path, bytes ?? 0);
    const files = (await supabase.storage()).from(CATALOGUE_BUCKET);
    await files.remove(thumbnail ? [path, thumbnail] : [path]);
  } catch {
    // Without network, say.
  }
}
