import type { Statement } from '../../db/database.ts';
import type { FileMetadata } from './objects.ts';

/** A file, or a folder: a folder is only a common prefix of names, so all but its name is null. */
export interface ListedEntry {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: FileMetadata | null;
}

export type ListColumn = 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';
export type SortOrder = 'asc' | 'desc';

/** Objects of bucket $1 below prefix $2; `rest` is the part after the prefix. */
const BELOW = `below as (
  select *, substr(name, length($2::text) + 1) as rest from storage.objects
  where bucket_id = $1 and name ^@ $2)`;
const IN_FOLDER = `strpos(rest, '/') > 0`;

export interface FolderQuery {
  bucket: string;
  /** Empty, or ending with a slash. */
  prefix: string;
  /** The prefix to search for, in any case. */
  search: string;
  limit: number;
  offset: number;
  column: ListColumn;
  order: SortOrder;
}

/**
 * Lists one folder's contents, names relative to it, sub-folders first (supabase-protocol 5.5,
 * list).
 */
export function folderStatement(query: FolderQuery): Statement {
  const { bucket, prefix, search, limit, offset, column, order } = query;
  return {
    text: `with ${BELOW}
      select name, id, updated_at, created_at, last_accessed_at, metadata from (
        select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, 0 as rank
        from below where ${IN_FOLDER} group by 1
        union all
        select rest, id, updated_at, created_at, last_accessed_at, metadata, 1 from below where not ${IN_FOLDER}
      ) entries
      where $3 = '' or strpos(lower(name), lower($3)) = 1
      order by rank, ${column === 'name' ? '' : `${column} ${order},`} name collate "C" ${order}
      limit $4 offset $5`,
    values: [bucket, prefix, search, limit, offset],
  };
}

/** The end of a page: the sort key and the name of its last entry. */
export interface PageEnd {
  /** Microseconds since 1970 as text; 0 when sorted by name, and for folders. */
  at: string;
  name: string;
}

export interface PageQuery {
  bucket: string;
  /** The prefix of the names. */
  prefix: string;
  limit: number;
  after: PageEnd | null;
  /** Whether the listing shows only the sub-folders and not the objects in them. */
  folders: boolean;
  column: Exclude<ListColumn, 'last_accessed_at'>;
  order: SortOrder;
}

export type PageEntry = ListedEntry & PageEnd;

/**
 * Entries after the end of the page before, with whole names; one more than asked for, to see
 * whether there is a next page.
 */
export function pageStatement(query: PageQuery): Statement {
  const { bucket, prefix, limit, after, folders, column, order } = query;
  const at = column === 'name' ? '0::bigint' : `(extract(epoch from ${column}) * 1000000)::bigint`;
  return {
    text: `with ${BELOW}
      select name, id, updated_at, created_at, last_accessed_at, metadata, at::text as at from (
        select $2 || split_part(rest, '/', 1) || '/' as name, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, 0::bigint as at
        from below where $3 and ${IN_FOLDER} group by 1
        union all
        select name, id, updated_at, created_at, last_accessed_at, metadata, ${at}
        from below where not ($3 and ${IN_FOLDER})
      ) entries
      where $4::bigint is null or (at, name collate "C") ${order === 'asc' ? '>' : '<'} ($4, $5::text collate "C")
      order by at ${order}, name collate "C" ${order}
      limit $6`,
    values: [bucket, prefix, folders, after?.at ?? null, after?.name ?? null, limit + 1],
  };
}
