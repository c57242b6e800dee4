import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

/** The number of bytes from a file's beginning that the library needs to detect its type. */
export const SIGNATURE_BYTES = 4100;

/**
 * Names of one format, and formats that share a container: a browser's name for a recording states
 * its contents.
 */
const FAMILIES: ReadonlyArray<readonly string[]> = [
  ['video/webm', 'audio/webm', 'video/matroska', 'video/x-matroska', 'audio/matroska', 'audio/x-matroska'],
  [
    'video/mp4',
    'audio/mp4',
    'audio/m4a',
    'audio/x-m4a',
    'video/x-m4v',
    'video/quicktime',
    'video/3gpp',
    'audio/3gpp',
    'video/3gpp2',
    'audio/3gpp2',
  ],
  ['audio/ogg', 'video/ogg', 'application/ogg', 'audio/opus'],
  ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  ['audio/mpeg', 'audio/mp3', 'audio/x-mp3'],
  ['audio/aac', 'audio/x-aac', 'audio/aacp'],
  ['audio/flac', 'audio/x-flac'],
  ['audio/aiff', 'audio/x-aiff'],
  ['video/vnd.avi', 'video/x-msvideo', 'video/avi'],
  ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  ['image/png', 'image/apng'],
  ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  ['image/bmp', 'image/x-ms-bmp'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['application/gzip', 'application/x-gzip'],
  ['application/zip', 'application/x-zip-compressed'],
];

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|x-ndjson)$|(?:application|model|image)\/[^;]+\+(?:json|xml)$)/;
const MEDIA = /^(image|audio|video|font)\//;
/** Formats that are an archive with agreed contents, which may begin after the bytes looked at. */
const ARCHIVE =
  /^application\/(?:zip|epub\+zip|java-archive|vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.)/;
const OLD_OFFICE = /^application\/(?:msword|vnd\.ms-(?:excel|powerpoint|project)|vnd\.visio|x-msi)/;

/** The required beginning of a text in each format. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'text/vcard': /^\s*BEGIN:VCARD\s/i,
  'text/x-vcard': /^\s*BEGIN:VCARD\s/i,
  'text/calendar': /^\s*BEGIN:VCALENDAR\s/i,
  'image/svg+xml': /^\s*</,
};

/** The type without its parameters, in lower case. */
export function essenceOf(type: string): string {
  return (type.split(';')[0] as string).trim().toLowerCase();
}

/**
 * Checks by the first bytes whether a file can have the type that its sender claims. A type that no
 * signature is known of is believed, except where it claims to be an image, a sound, a video or a
 * font.
 * @param head the first {@link SIGNATURE_BYTES} of the file, or all of a shorter one
 * @param declared Content-Type of the upload
 */
export async function isOfType(head: Uint8Array, declared: string): Promise<boolean> {
  const type = essenceOf(declared);
  if (type === 'application/octet-stream') return true;
  if (TEXT.test(type)) return isText(head, BEGINNINGS[type]);
  const found = await detect(head);
  if (found !== null && familyOf(found) === familyOf(type)) return true;
  if (ARCHIVE.test(type)) return found === 'application/zip';
  if (OLD_OFFICE.test(type)) return found === 'application/x-cfb';
  if (isKnown(type)) return false;
  const kind = MEDIA.exec(type)?.[1];
  return kind === undefined || (found !== null && MEDIA.exec(found)?.[1] === kind);
}

async function detect(head: Uint8Array): Promise<string | null> {
  // The library throws at some files that end early.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found ? essenceOf(found.mime) : null;
}

function familyOf(type: string): string {
  return FAMILIES.find((names) => names.includes(type))?.[0] ?? type;
}

function isKnown(type: string): boolean {
  return supportedMimeTypes.has(type as never) || FAMILIES.some((names) => names.includes(type));
}

/** UTF-8 without control characters; the last character may be cut. */
function isText(head: Uint8Array, beginning: RegExp | undefined): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    return !/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/.test(text) && (beginning?.test(text) ?? true);
  } catch {
    return false;
  }
}
