import { safeFileName } from './file-name.ts';
import { imageKind } from './image-kind.ts';

// Pictures and files of a chat (specification 3.4): which ones are sent, and under which names.

/** Largest file of a chat, in bytes; the bucket `chat-files` takes as much. */
export const ATTACHMENT_MAX_BYTES = 10_485_760;

/** Largest picture that a device takes to make it smaller, in bytes and in pixels. */
export const PICTURE_MAX_BYTES = 52_428_800;
export const PICTURE_MAX_PIXELS = 100_000_000;

/** A picture of more bytes has a thumbnail beside it, of so many bytes at most. */
export const THUMBNAIL_FROM_BYTES = 60_000;
export const THUMBNAIL_MAX_BYTES = 20_000;

/** Longest caption of a picture or file, in characters. */
export const CAPTION_MAX_LENGTH = 1000;

/** Bytes from a file's beginning that {@link checkAttachment} looks at. */
export const ATTACHMENT_HEAD_BYTES = 16;

/** Endings of pictures. */
const PICTURE_ENDINGS = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'heic', 'heif'] as const;

const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** Documents by their ending: PDF, and office files without macros. */
const DOCUMENTS: Readonly<Record<string, { mediaType: string; signature: readonly number[] }>> = {
  pdf: { mediaType: 'application/pdf', signature: PDF },
  docx: { mediaType: `${OPEN_XML}.wordprocessingml.document`, signature: ARCHIVE },
  xlsx: { mediaType: `${OPEN_XML}.spreadsheetml.sheet`, signature: ARCHIVE },
  pptx: { mediaType: `${OPEN_XML}.presentationml.presentation`, signature: ARCHIVE },
  odt: { mediaType: `${OPEN_DOCUMENT}.text`, signature: ARCHIVE },
  ods: { mediaType: `${OPEN_DOCUMENT}.spreadsheet`, signature: ARCHIVE },
  odp: { mediaType: `${OPEN_DOCUMENT}.presentation`, signature: ARCHIVE },
  doc: { mediaType: 'application/msword', signature: OLD_OFFICE },
  xls: { mediaType: 'application/vnd.ms-excel', signature: OLD_OFFICE },
  ppt: { mediaType: 'application/vnd.ms-powerpoint', signature: OLD_OFFICE },
};

/** Endings of the documents that a chat takes. */
export const DOCUMENT_ENDINGS: readonly string[] = Object.keys(DOCUMENTS);

/**
 * Why a file is not sent: `empty`, `too-large`, `type` for one that is neither picture, PDF nor
 * office file, `content` for one that is not what its name says, `pixels` for a picture with too
 * many, `heic` for a HEIC picture that this browser cannot read, `unreadable` for any other.
 */
export type AttachmentProblem = 'empty' | 'too-large' | 'type' | 'content' | 'pixels' | 'heic' | 'unreadable';

export type AttachmentCheck =
  /** A picture that is redrawn before it is sent, without what its camera wrote. */
  | { kind: 'picture'; mediaType: string }
  | { kind: 'document'; mediaType: string; ending: string }
  | { kind: 'refused'; problem: AttachmentProblem };

/**
 * Whether a file may be sent in a chat. What it begins with decides, not the type that the browser
 * makes of its name; the server checks the same again.
 * @param file its name and its size in bytes
 * @param head its first {@link ATTACHMENT_HEAD_BYTES}, or all of a shorter one
 */
export function checkAttachment(file: { name: string; size: number }, head: Uint8Array): AttachmentCheck {
  if (file.size === 0) return refused('empty');
  const picture = imageKind(head);
  if (picture) {
    return file.size > PICTURE_MAX_BYTES
      ? refused('too-large')
      : { kind: 'picture', mediaType: `image/${picture}` };
  }
  const ending = endingOf(file.name);
  const document = Object.hasOwn(DOCUMENTS, ending) ? DOCUMENTS[ending] : undefined;
  if (!document) return refused(isPictureName(file.name) ? 'content' : 'type');
  if (!document.signature.every((byte, index) => head[index] === byte)) return refused('content');
  if (file.size > ATTACHMENT_MAX_BYTES) return refused('too-large');
  return { kind: 'document', mediaType: document.mediaType, ending };
}

/**
 * @returns the name under which a file is shown and saved: a safe one, with the ending of what it
 * is
 */
export function attachmentName(name: string, ending: string): string {
  return `${safeFileName(name.replace(/\.[^.]*$/, ''), 'file')}.${ending}`;
}

/** @returns whether a name is that of a picture, by its ending */
export function isPictureName(name: string): boolean {
  return (PICTURE_ENDINGS as readonly string[]).includes(endingOf(name));
}

/** @returns the ending of a name in lower case, without the dot; empty without one */
export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * The path of a file in the bucket `chat-files`: `<session>/picture-<id>.jpg` (specification 3.4).
 * The name for people is in the message.
 */
export function attachmentPath(sessionId: string, id: string, ending: string): string {
  return `${sessionId}/${isPictureName(`x.${ending}`) ? 'picture' : 'file'}-${id}.${ending}`;
}

/**
 * The path of a picture's thumbnail, beside the picture. Both people of a chat know it, so that no
 * message has to name it.
 * @param path and
 * @param bytes of the picture
 * @returns null for a picture that is as light as a thumbnail
 */
export function thumbnailPath(path: string, bytes: number): string | null {
  if (bytes <= THUMBNAIL_FROM_BYTES || !/\/picture-[^/]+\.jpg$/.test(path)) return null;
  return path.replace(/\/picture-([^/]+)$/, '/thumbnail-$1');
}

function refused(problem: AttachmentProblem): AttachmentCheck {
  return { kind: 'refused', problem };
}
