import { thumbnailPath } from '@dragoman/domain/chat-attachments';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** The bucket of the catalogue's files: one folder a booth (supabase/schemas/27_catalogue.sql). */
export const CATALOGUE_BUCKET = 'catalogue';

/** The query of the profile page that shows the catalogue. */
export const CATALOGUE_QUERY = 'catalogue';

/** The lifetime of an address of a picture, in s; the server allows an hour by default. */
const SIGNED_FOR_S = 50 * 60;

const NO_ITEMS: readonly CatalogueItem[] = [];

/** The booth's items, the newest first; there are never more than a request may bring. */
async function fetchCatalogue(supabase: Supabase): Promise<CatalogueItem[]> {
  const { data } = await supabase
    .from('catalogue_items')
    .select('*')
    .order('created_at', { ascending: false })
    .throwOnError();
  return data;
}

/** The catalogue of the user's booth. A device keeps it, so that it is there offline. */
export function useCatalogue(ownerId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.catalogue(ownerId),
      queryFn: () => fetchCatalogue(supabase),
      staleTime: 60_000,
    }),
  );
}

/**
 * Addresses of the pictures as lists show them, in one request.
 * @returns by item id; empty until they are there
 */
export function useItemPictures(
  ownerId: string,
  items: readonly CatalogueItem[] = NO_ITEMS,
): ReadonlyMap<string, string> {
  const supabase = useSupabase();
  const paths = items.flatMap((item) => picturePath(item) ?? []);
  const signed = useQuery({
    queryKey: queryKeys.cataloguePictures(ownerId, paths),
    queryFn: async () => {
      const storage = await supabase.storage();
      const { data, error } = await storage.from(CATALOGUE_BUCKET).createSignedUrls(paths, SIGNED_FOR_S);
      if (error) throw error;
      return data;
    },
    enabled: paths.length > 0,
    staleTime: (SIGNED_FOR_S / 2) * 1000,
    // While the addresses of a changed list come, those of the pictures that were there stay.
    placeholderData: (before) => before,
  });
  const urls = new Map(signed.data?.map(({ path, signedUrl }) => [path, signedUrl]));
  return new Map(
    items.flatMap((item) => {
      const url = urls.get(picturePath(item));
      return url ? [[item.id, url] as const] : [];
    }),
  );
}

/** @returns the path of what a list shows of an item; null for a brochure, and without a picture */
function picturePath({ kind, file_path: path, file_size: bytes }: CatalogueItem): string | null {
  if (kind !== 'product' || !path) return null;
  return thumbnailPath(path, bytes ?? 0) ?? path;
}
