import { requestErrors } from '../rest-error.ts';

/** The requested options of EXPLAIN, under its own names. */
export interface PlanRequest {
  format: 'text' | 'json';
  options: readonly string[];
}

/** The form of a response's body. */
export interface MediaType {
  form: 'array' | 'object' | 'csv' | 'geojson';
  /** Leaves keys with null values out. */
  stripNulls: boolean;
  /** The response's Content-Type. */
  contentType: string;
  /** The client asks for the plan of the request instead of its result in this form. */
  plan: PlanRequest | null;
}

const UTF8 = '; charset=utf-8';
const JSON_ARRAY = mediaType('array', 'application/json');
const JSON_OBJECT = mediaType('object', 'application/vnd.pgrst.object+json');
const CSV = mediaType('csv', 'text/csv');
const GEOJSON = mediaType('geojson', 'application/geo+json');

const MEDIA_TYPES = new Map<string, MediaType>([
  ['*/*', JSON_ARRAY],
  ['application/*', JSON_ARRAY],
  ['application/json', JSON_ARRAY],
  ['application/vnd.pgrst.array', JSON_ARRAY],
  ['application/vnd.pgrst.array+json', JSON_ARRAY],
  ['application/vnd.pgrst.object', JSON_OBJECT],
  ['application/vnd.pgrst.object+json', JSON_OBJECT],
  ['application/geo+json', GEOJSON],
  ['text/csv', CSV],
]);

const PLAN = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/;
/** The allowed options of EXPLAIN: nothing else gets into its text. */
const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

function mediaType(form: MediaType['form'], name: string): MediaType {
  return { form, stripNulls: false, contentType: name + UTF8, plan: null };
}

/**
 * Chooses the form of the response from an Accept header: the known type that the client prefers.
 * @param planEnabled whether query plans may be asked for
 * @throws {RestError} PGRST107 when it accepts nothing that we have
 */
export function parseAccept(header: string | undefined, planEnabled = false): MediaType {
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json') {
    return JSON_ARRAY;
  }
  let best: { media: MediaType; quality: number } | null = null;
  for (const entry of splitOutsideQuotes(header, ',')) {
    const [name = '', ...parameters] = splitOutsideQuotes(entry, ';').map((part) =>
      part.trim().toLowerCase(),
    );
    const media = namedMedia(name, parameters, planEnabled);
    const quality = qualityOf(parameters);
    if (media !== null && quality > (best?.quality ?? 0)) best = { media, quality };
  }
  if (best === null) throw requestErrors.mediaType(header.slice(0, 200));
  return best.media;
}

function namedMedia(name: string, parameters: readonly string[], planEnabled: boolean): MediaType | null {
  const [isPlan, format = 'text'] = PLAN.exec(name) ?? [];
  if (isPlan !== undefined)
    return planEnabled ? planMedia(format as PlanRequest['format'], parameters) : null;
  const media = MEDIA_TYPES.get(name) ?? null;
  return media !== null && parameters.includes('nulls=stripped') ? stripped(media) : media;
}

/** `application/vnd.pgrst.plan+text; for="application/json"; options=analyze|verbose` */
function planMedia(format: PlanRequest['format'], parameters: readonly string[]): MediaType | null {
  const wanted = parameterOf(parameters, 'for') ?? 'application/json';
  const [name = '', ...inner] = wanted.split(';').map((part) => part.trim());
  const media = namedMedia(name, inner, false);
  if (media === null) return null;
  const given = parameterOf(parameters, 'options')?.split('|') ?? [];
  const options = PLAN_OPTIONS.filter((option) => given.includes(option));
  const shown = options.length === 0 ? '' : `; options=${options.join('|')}`;
  const contentType = `application/vnd.pgrst.plan+${format}; for="${media.contentType.replace(UTF8, '')}"${shown}${UTF8}`;
  return { ...media, contentType, plan: { format, options } };
}

function parameterOf(parameters: readonly string[], name: string): string | undefined {
  const given = parameters.find((parameter) => parameter.startsWith(`${name}=`));
  return given?.slice(name.length + 1).replace(/^"(.*)"$/, '$1');
}

/** A parameter may contain another media type, in quotes. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator);
  return text.match(separator === ',' ? /(?:"[^"]*"|[^",])+|"/g : /(?:"[^"]*"|[^";])+|"/g) ?? [];
}

function stripped(media: MediaType): MediaType {
  if (media.form !== 'array' && media.form !== 'object') return media;
  return {
    ...media,
    stripNulls: true,
    contentType: `application/vnd.pgrst.${media.form}+json;nulls=stripped${UTF8}`,
  };
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return Number.isFinite(quality) ? quality : 0;
}

export type ContentKind = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'binary';

const CONTENT_KINDS: Record<string, ContentKind> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-www-form-urlencoded': 'form',
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'binary',
};

/**
 * @returns what a request body of this Content-Type is, null for unknown ones; none given counts as
 * JSON
 */
export function contentKind(contentType: string | undefined): ContentKind | null {
  if (contentType === undefined || contentType === '' || contentType === 'application/json') return 'json';
  const name = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (name.startsWith('application/') && name.endsWith('+json')) return 'json';
  return Object.hasOwn(CONTENT_KINDS, name) ? (CONTENT_KINDS[name] ?? null) : null;
}
