import { thumbnailPath } from '@dragoman/domain/chat-attachments';
import { imageKind } from '@dragoman/domain/image-kind';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { CHAT_FILES_BUCKET } from '../model/chat-file.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage } from '../model/chat-message.ts';

/** Pictures stay in memory for so long after they have left the screen, in ms. */
const KEPT_MS = 5 * 60_000;

/**
 * A stored picture at full size, loaded with the caller's own rights.
 * @param path in the bucket
 */
function pictureQuery(supabase: Supabase, path: string) {
  return queryOptions({
    queryKey: chatKeys.picture(path),
    queryFn: () => loadPicture(supabase, path),
    // What was sent stays as it was sent.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
}

/**
 * Loads a stored picture at full size.
 * @param wanted false for a picture that is not stored yet
 */
export function useChatPicture(path: string, wanted: boolean) {
  return useQuery({ ...pictureQuery(useSupabase(), path), enabled: wanted });
}

/**
 * Loads a picture as bubbles show it: its thumbnail, or the picture itself where this tab has it or
 * there is no thumbnail, as with old messages.
 * @param path of the picture in the bucket
 */
export function useBubblePicture(message: ChatMessage, path: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const whole = useChatPicture(path, false).data;
  const thumbnail = thumbnailPath(path, message.file_size ?? 0);
  const shown = useQuery({
    ...pictureQuery(supabase, thumbnail ?? path),
    queryFn: () =>
      thumbnail === null
        ? loadPicture(supabase, path)
        : loadPicture(supabase, thumbnail).catch((error) => {
            // Without an answer the picture would not come either.
            if (!isAnswer(error)) throw error;
            return queryClient.fetchQuery(pictureQuery(supabase, path));
          }),
    enabled: !message.attachment && !message.isCopying && !whole,
  });
  const { isError, refetch } = shown;
  return { data: message.attachment ?? whole ?? shown.data ?? null, isError, refetch };
}

/** @throws when it cannot be had, and for content that is no picture of a kind that is shown */
async function loadPicture(supabase: Supabase, path: string): Promise<Blob> {
  const storage = await supabase.storage();
  const { data, error } = await storage.from(CHAT_FILES_BUCKET).download(path);
  if (error) throw error;
  const kind = imageKind(new Uint8Array(await data.slice(0, 16).arrayBuffer()));
  if (kind === null || kind === 'heic') throw new Error('The file is no picture that is shown');
  return new Blob([data], { type: `image/${kind}` });
}

/** @returns whether an error of the storage client is the server's word */
function isAnswer(error: unknown): boolean {
  return typeof (error as { status?: unknown } | null)?.status === 'number';
}
