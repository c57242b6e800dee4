import type { LeadAnswer, LeadStatus } from '@dragoman/domain/leads/lead';
import type { KnownNames } from './known-names.ts';
import type { TypedDraft } from './typed-drafts.ts';
import type { UnsavedNote, UnsavedRecords } from './unsaved-records.ts';

/** The words of the file, in the reader's language. */
export interface UnsavedLabels {
  title: string;
  messages: string;
  notes: string;
  scans: string;
  typed: string;
  someone: string;
  status: string;
  statuses: Record<LeadStatus, string>;
  rating: string;
  tags: string;
  followUp: string;
  yes: string;
  no: string;
  /** A date and time of an ISO 8601 one. */
  time: (iso: string) => string;
}

/** A file of the archive, or the only one. */
export interface UnsavedPart {
  name: string;
  content: Uint8Array | string;
}

/** Editors take a text with it for UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const ENDINGS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
};

/**
 * Unsent work as files that people can open: a text with all that was written, and each recording
 * and picture beside it, named in the text where it belongs.
 * @param names of people and chats, where they are known
 */
export function unsavedParts(
  { messages, notes, scans }: UnsavedRecords,
  drafts: readonly TypedDraft[],
  names: KnownNames,
  labels: UnsavedLabels,
): UnsavedPart[] {
  const media: UnsavedPart[] = [];
  const addMedia = (kind: string, bytes: ArrayBuffer, mediaType: string): string => {
    const name = `${kind}-${media.length + 1}.${endingOf(mediaType)}`;
    media.push({ name, content: new Uint8Array(bytes) });
    return name;
  };
  const addFile = (fileName: string, bytes: ArrayBuffer): string => {
    const name = `${media.length + 1} ${fileName}`;
    media.push({ name, content: new Uint8Array(bytes) });
    return name;
  };
  const nameOf = (id: string | undefined) => (id && names.get(id)) || labels.someone;
  const sections = [
    section(
      labels.messages,
      messages.map(({ sessionId, writtenAt, content, recording, attachment }) => [
        heading(nameOf(sessionId), labels.time(writtenAt)),
        recording
          ? addMedia('recording', recording.bytes, recording.mediaType)
          : attachment
            ? addFile(attachment.name, attachment.bytes)
            : content,
        ...(attachment?.caption ? [attachment.caption] : []),
      ]),
    ),
    section(
      labels.notes,
      notes.map((note) => [
        heading(nameOf(note.personId), labels.time(new Date(note.editedAt).toISOString())),
        ...noteLines(note, labels),
      ]),
    ),
    section(
      labels.scans,
      scans.map(({ scannedAt, bytes, mediaType }) => [
        heading(labels.time(scannedAt), addMedia('card', bytes, mediaType)),
      ]),
    ),
    section(
      labels.typed,
      drafts.map(({ sessionId, text }) => (sessionId ? [nameOf(sessionId), text] : [text])),
    ),
  ];
  const text = [labels.title, ...sections.filter((part) => part !== '')].join('\r\n\r\n');
  return [{ name: 'unsent.txt', content: `${BYTE_ORDER_MARK}${text}\r\n` }, ...media];
}

/**
 * The parts as one file: the text alone where there is nothing else, an archive (ZIP) else.
 * @param name without an ending
 */
export async function unsavedFile(
  name: string,
  parts: readonly UnsavedPart[],
): Promise<{ name: string; content: Blob }> {
  const [only, ...more] = parts;
  if (only && more.length === 0) {
    return { name: `${name}.txt`, content: new Blob([only.content as BlobPart], { type: 'text/plain' }) };
  }
  const { strToU8, zipSync } = await import('fflate');
  // Recordings and pictures are as small as they get.
  const files = Object.fromEntries(
    parts.map(({ name, content }) => [
      name,
      typeof content === 'string' ? strToU8(content) : ([content, { level: 0 }] as const),
    ]),
  );
  return {
    name: `${name}.zip`,
    content: new Blob([zipSync(files as Parameters<typeof zipSync>[0]) as BlobPart], {
      type: 'application/zip',
    }),
  };
}

function section(title: string, items: string[][]): string {
  return items.length === 0 ? '' : [title, ...items.map((lines) => lines.join('\r\n'))].join('\r\n\r\n');
}

function heading(one: string, other: string): string {
  return [one, other].filter((part) => part !== '').join(' · ');
}

function noteLines({ mine }: UnsavedNote, labels: UnsavedLabels): string[] {
  const { status, rating, tags, note, answers, follow_up_on } = mine;
  const said = Object.values(answers).map((answer) => answerText(answer, labels));
  return [
    `${labels.status}: ${labels.statuses[status]}`,
    rating !== null && `${labels.rating}: ${rating}`,
    tags.length > 0 && `${labels.tags}: ${tags.join(', ')}`,
    follow_up_on !== null && `${labels.followUp}: ${follow_up_on}`,
    ...said,
    note,
  ].filter((line): line is string => typeof line === 'string' && line !== '');
}

function answerText(answer: LeadAnswer, { yes, no }: UnsavedLabels): string {
  if (typeof answer === 'boolean') return answer ? yes : no;
  return typeof answer === 'string' ? answer : answer.join(', ');
}

/** @returns the file extension of a media type; `bin` for an unknown one */
function endingOf(mediaType: string): string {
  return ENDINGS[mediaType.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin';
}
