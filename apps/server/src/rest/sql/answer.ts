import type { MediaType } from '../parse/media-type.ts';

/** The one row that every statement of this service gives. */
export interface AnswerRow {
  /** The whole body; null when there is none to give. */
  body: string | null;
  /** Rows in the body, or rows that a write affected. bigint, so text. */
  rows: string | null;
  /** Rows that there are without limit and offset, when asked for. */
  total: string | null;
  /** Merging upsert: how many of the rows were there before. */
  updated: string | null;
  /** The settings response.headers and response.status, which SQL may set. */
  headers: string | null;
  status: string | null;
}

/** What the rows `t` of the page are: table rows, one composite value, values, or one value. */
export type ResultShape = 'rows' | 'row' | 'values' | 'value';

const SETTINGS = `nullif(pg_catalog.current_setting('response.headers', true), '') as headers, nullif(pg_catalog.current_setting('response.status', true), '') as status`;

/** Rows as PostgreSQL prints them without their parentheses are CSV but for doubled backslashes. */
const CSV_ROW = String.raw`pg_catalog.replace(pg_catalog.substr(t::text, 2, pg_catalog.length(t::text) - 2), '\\', '\')`;
const CSV_HEADER = String.raw`coalesce((select pg_catalog.string_agg(case when k.name ~ '[",\r\n]' then '"' || pg_catalog.replace(k.name, '"', '""') || '"' else k.name end, ',') || pg_catalog.chr(10) from (select pg_catalog.json_object_keys(pg_catalog.row_to_json(f)) as name from (select * from page limit 1) as f) as k), '')`;

/**
 * The function is PostGIS's, in whatever schema of the search path that was installed; without it PostgreSQL says so. Rows go in
 * as records: PostGIS finds the geometry among their columns by itself.
 */
const GEOJSON = `pg_catalog.json_build_object('type', 'FeatureCollection', 'features', coalesce(pg_catalog.json_agg(st_asgeojson(t)::pg_catalog.json), '[]'))::text`;

/**
 * SQL text of the body, aggregated over the rows `t` of the CTE `page`. Forms that hold a single row expect that the caller
 * checks that there is one.
 */
export function bodySql(media: MediaType, shape: ResultShape): string {
  if (media.form === 'csv') {
    return `${CSV_HEADER} || coalesce(pg_catalog.string_agg(${CSV_ROW}, pg_catalog.chr(10)), '')`;
  }
  if (media.form === 'geojson') return GEOJSON;
  if (shape === 'value' || (shape === 'values' && media.form === 'object')) {
    return `pg_catalog.string_agg(coalesce(pg_catalog.to_json(t.v)::text, 'null'), ',')`;
  }
  if (shape === 'values') return `coalesce(pg_catalog.json_agg(t.v), '[]')::text`;
  const single = shape === 'row' || media.form === 'object';
  if (media.stripNulls) {
    const row = 'pg_catalog.json_strip_nulls(pg_catalog.row_to_json(t))';
    return single
      ? `pg_catalog.string_agg(${row}::text, ',')`
      : `coalesce(pg_catalog.json_agg(${row}), '[]')::text`;
  }
  return single
    ? `pg_catalog.string_agg(pg_catalog.row_to_json(t)::text, ',')`
    : `coalesce(pg_catalog.json_agg(t), '[]')::text`;
}

export interface AnswerParts {
  /** CTEs before `page`, each followed by a comma. */
  before?: string;
  page: string;
  /** Null: no body is wanted. */
  body: string | null;
  /** Default: the rows of the page. Without a body the default must stand, since something has to make one row of many. */
  rows?: string;
  total?: string | null;
  updated?: string;
}

/** The whole statement. */
export function answerSql({ before = '', page, body, rows, total, updated }: AnswerParts): string {
  return `with ${before}page as (${page}) select ${body ?? 'null'} as body, ${rows ?? 'pg_catalog.count(*)'} as rows, ${total ?? 'null'} as total, ${updated ?? 'null'} as updated, ${SETTINGS} from page as t`;
}
