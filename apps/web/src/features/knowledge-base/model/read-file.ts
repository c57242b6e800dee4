import {
  documentPassages,
  KNOWLEDGE_BASE_LIMITS,
  readableText,
} from '@dragoman/domain/knowledge-base/knowledge-base';
import type { PdfReading } from './pdf-pages.ts';
import { readPdf } from './read-pdf.ts';

/** A file's text, page by page; a text file is one page. */
export type FileReading =
  | PdfReading
  | { ok: false; problem: 'too-large' | 'not-text' | 'no-text' | 'unreadable' | 'unavailable' };

export type FileProblem = Extract<FileReading, { ok: false }>;

/** The mark of a PDF may follow other bytes. */
const MARK_WITHIN = 1_024;

/**
 * Reads a text file or a PDF, whatever its name.
 * @param onPage called after each page of a PDF, with the number of pages
 * @param signal aborts the reading
 * @returns the pages, or the problem with the file. Never rejects.
 */
export async function readFile(
  file: Blob,
  onPage: (page: number, of: number) => void,
  signal: AbortSignal,
): Promise<FileReading> {
  if (file.size > KNOWLEDGE_BASE_LIMITS.bytes) return { ok: false, problem: 'too-large' };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { ok: false, problem: 'unreadable' };
  }
  const head = new TextDecoder('latin1').decode(
    new Uint8Array(bytes, 0, Math.min(MARK_WITHIN, bytes.byteLength)),
  );
  const reading = head.includes('%PDF-') ? await readPdf(bytes, onPage, signal) : readText(bytes, head);
  if (!reading.ok) return reading;
  const cut = documentPassages(reading.pages);
  if (!cut.ok && cut.problem !== 'too-many-pages') return { ok: false, problem: cut.problem };
  // Shows the text as it is stored: the vendor checks what the assistant will see.
  return { ok: true, pages: reading.pages.map(readableText) };
}

function readText(bytes: ArrayBuffer, head: string): FileReading {
  const text = textOf(bytes, head);
  return text === null ? { ok: false, problem: 'not-text' } : { ok: true, pages: [text] };
}

/** @returns null for binary data, and for text in an unknown encoding */
function textOf(bytes: ArrayBuffer, head: string): string | null {
  const encoding = head.startsWith('\xFF\xFE')
    ? 'utf-16le'
    : head.startsWith('\xFE\xFF')
      ? 'utf-16be'
      : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
