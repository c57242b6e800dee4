import { z } from 'zod';
import { PICTURE_NAME } from '../brand/brand-schema.ts';

/**
 * A backup cannot be written, or an archive not be restored; the message says why and what to do.
 */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Rises with every change after which an older version could not restore an archive. */
export const FORMAT = 1;

/** The ids of stored files are UUIDs of the server's making; they become names in the store. */
const fileId = z.string().regex(/^[0-9a-f-]{36}$/);

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  /** The migrations that the database had, which make the schema of the tables. */
  migrations: z
    .array(z.object({ scope: z.string().max(100), name: z.string(), checksum: z.string() }))
    .max(10_000),
  tables: z
    .array(
      z.object({
        schema: z.string(),
        name: z.string(),
        columns: z.array(z.string()).min(1),
        rows: z.number().int().min(0),
      }),
    )
    .max(10_000),
  sequences: z
    .array(z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() }))
    .max(10_000),
  files: z.array(fileId),
  /**
   * Files that rows name and the store no longer had when their turn came: deleted meanwhile, or
   * lost before.
   */
  missingFiles: z.array(fileId),
  /** `brand.json`, and the names of the pictures in `brand/`. */
  brand: z.array(z.string().refine((name) => name === 'brand.json' || isBrandPicture(name))),
  /**
   * Identifies the database's master key, in hexadecimal digits; null before the first start. The
   * key itself is not here.
   */
  masterKeyCheck: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .nullable(),
});

/** The contents of an archive: `manifest.json`, its last entry. */
export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpTable = Manifest['tables'][number];

export const MANIFEST_ENTRY = 'manifest.json';

/** @returns the archive's entry with the rows of a table, in COPY's text format */
export function tableEntry({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string {
  return `tables/${schema}.${name}`;
}

export function fileEntry(id: string): string {
  return `files/${id}`;
}

/** Whether a path is that of a picture of the brand. */
export function isBrandPicture(file: string): boolean {
  if (!file.startsWith('brand/')) return false;
  const name = file.slice('brand/'.length);
  return PICTURE_NAME.test(name) || /^(?!\.)[\w.-]{1,100}$/.test(name);
}

/** @returns every entry that an archive with this manifest has */
export function entriesOf(manifest: Manifest): string[] {
  return [
    ...manifest.tables.map(tableEntry),
    ...manifest.files.map(fileEntry),
    ...manifest.brand,
    MANIFEST_ENTRY,
  ];
}

/** @throws {BackupError} */
export function parseManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BackupError('The manifest of the archive is damaged.');
  }
  const format = (json as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupError(
      `A newer version wrote this archive (format ${format}). Restore it with that version.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) {
    throw new BackupError(`The manifest of the archive is not valid: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}
