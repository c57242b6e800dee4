import type { MediaType } from '../parse/media-type.ts';
import { boundedRows } from './bounded-rows.ts';
import type { ReadContext } from './read-context.ts';

/** The one row that every statement of this service gives. */
export interface ResponseRow {
  /** The whole body; null without one. */
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

/** The shape of the page's rows `t`: table rows, one composite value, values, or one value. */
export type ResultShape = 'rows' | 'row' | 'values' | 'value';

const SETTINGS = `nullif(pg_catalog.current_setting('response.headers', true), '') as headers, nullif(pg_catalog.current_setting('response.status', true), '') as status`;

/** Rows as PostgreSQL prints them without their parentheses are CSV but for doubled backslashes. */
const CSV_ROW = String.raw`pg_catalog.replace(pg_catalog.substr(t::text, 2, pg_catalog.length(t::text) - 2), '\\', '\')`;
const CSV_HEADER = String.raw`coalesce((select pg_catalog.string_agg(case when k.name ~ '[",\r\n]' then '"' || pg_catalog.replace(k.name, '"', '""') || '"' else k.name end, ',') || pg_catalog.chr(10) from (select pg_catalog.json_object_keys(pg_catalog.row_to_json(f)) as name from (select * from page limit 1) as f) as k), '')`;

/**
 * PostGIS's function, in whatever schema of the search path it is installed; without it PostgreSQL
 * reports an error. Rows are passed as records: PostGIS finds the geometry among their columns.
 */
const GEOJSON = 'st_asgeojson(t)::pg_catalog.json';
const GEOJSON_ALL = `pg_catalog.json_build_object('type', 'FeatureCollection', 'features', coalesce(pg_catalog.json_agg(t.j), '[]'))::text`;

/**
 * A body in two steps: each row is rendered by itself, so that their sizes can be added up before
 * they are put together.
 */
export interface BodySql {
  /** Over a row `t` of the CTE `page`. */
  row: string;
  /** Aggregates the rendered rows `t.j`. */
  all: string;
}

/**
 * SQL text of the body over the rows `t` of the CTE `page`. Forms that hold a single row expect
 * that the caller checks that there is one.
 */
export function bodySql(media: MediaType, shape: ResultShape): BodySql {
  if (media.form === 'csv') {
    return {
      row: CSV_ROW,
      all: `${CSV_HEADER} || coalesce(pg_catalog.string_agg(t.j, pg_catalog.chr(10)), '')`,
    };
  }
  if (media.form === 'geojson') return { row: GEOJSON, all: GEOJSON_ALL };
  const isValue = shape === 'value' || shape === 'values';
  const single = shape === 'value' || shape === 'row' || media.form === 'object';
  const whole = 'pg_catalog.row_to_json(t.*)';
  const stripped = media.stripNulls ? `pg_catalog.json_strip_nulls(${whole})` : whole;
  return {
    row: isValue ? 'pg_catalog.to_json(t.v)' : stripped,
    all: single
      ? `pg_catalog.string_agg(coalesce(t.j::text, 'null'), ',')`
      : `coalesce(pg_catalog.json_agg(t.j), '[]')::text`,
  };
}

export interface ResponseParts {
  /** CTEs before `page`, each followed by a comma. */
  before?: string;
  page: string;
  /** Null: no body is wanted. */
  body: BodySql | null;
  /**
   * Default: the rows of the page. Keep the default without a body: it merges the rows into one.
   */
  rows?: string;
  total?: string | null;
  updated?: string;
}

/** The whole statement. It raises PT413 when the body grows beyond the limit. */
export function responseSql(
  ctx: Pick<ReadContext, 'limits'>,
  { before = '', page, body, rows, total, updated }: ResponseParts,
): string {
  const from = body === null ? 'page' : boundedRows(ctx, [['j', body.row]], 'page');
  return `with ${before}page as (${page}) select ${body?.all ?? 'null'} as body, ${rows ?? 'pg_catalog.count(*)'} as rows, ${total ?? 'null'} as total, ${updated ?? 'null'} as updated, ${SETTINGS} from ${from} as t`;
}
