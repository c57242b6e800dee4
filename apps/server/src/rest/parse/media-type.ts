import { requestErrors } from '../rest-error.ts';

/** The form of an answer's body. */
export interface MediaType {
  form: 'array' | 'object' | 'csv';
  /** Leaves keys with null values out. */
  stripNulls: boolean;
  /** The answer's Content-Type. */
  contentType: string;
}

const JSON_ARRAY: MediaType = {
  form: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};
const JSON_OBJECT: MediaType = {
  form: 'object',
  stripNulls: false,
  contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
};
const CSV: MediaType = { form: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };

const MEDIA_TYPES = new Map<string, MediaType>([
  ['*/*', JSON_ARRAY],
  ['application/*', JSON_ARRAY],
  ['application/json', JSON_ARRAY],
  ['application/vnd.pgrst.array', JSON_ARRAY],
  ['application/vnd.pgrst.array+json', JSON_ARRAY],
  ['application/vnd.pgrst.object', JSON_OBJECT],
  ['application/vnd.pgrst.object+json', JSON_OBJECT],
  ['text/csv', CSV],
]);

/**
 * Chooses the form of the answer from an Accept header: the known type that the client prefers.
 * @throws {RestError} PGRST107 when it accepts nothing that we have
 */
export function parseAccept(header: string | undefined): MediaType {
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json') {
    return JSON_ARRAY;
  }
  let best: { media: MediaType; quality: number } | null = null;
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const media = MEDIA_TYPES.get(name);
    const quality = qualityOf(parameters);
    if (media !== undefined && quality > (best?.quality ?? 0)) {
      best = { media: parameters.includes('nulls=stripped') ? stripped(media) : media, quality };
    }
  }
  if (best === null) throw requestErrors.mediaType(header.slice(0, 200));
  return best.media;
}

function stripped(media: MediaType): MediaType {
  if (media.form === 'csv') return media;
  return {
    form: media.form,
    stripNulls: true,
    contentType: `application/vnd.pgrst.${media.form}+json;nulls=stripped; charset=utf-8`,
  };
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return Number.isFinite(quality) ? quality : 0;
}

/** Whether a request body of this Content-Type is read as JSON; none given counts as JSON. */
export function isJsonContent(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '' || contentType === 'application/json') return true;
  const name = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return name === 'application/json' || name.endsWith('+json');
}
