import { KNOWLEDGE_BASE_LIMITS } from '@dragoman/domain/knowledge-base/knowledge-base';
import { type PlacedText, pageText } from './pdf-lines.ts';

export type PdfReading =
  | { ok: true; pages: string[] }
  | { ok: false; problem: 'too-many-pages'; pages: number }
  /** `locked`: it asks for a password. `broken`: it is no PDF, or none that can be read. */
  | { ok: false; problem: 'locked' | 'broken' | 'too-long' };

/**
 * Reads the text of a PDF, with the reader loaded on demand. Run it in a worker: a malicious or
 * only a strange file may keep it busy forever.
 * @param onPage called after each page, with the number of pages
 */
export async function readPdfPages(
  bytes: Uint8Array,
  onPage: (page: number, of: number) => void,
): Promise<PdfReading> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // Disables rendering: no fonts are created, and no program in the file runs.
    const pdf = await getDocumentProxy(bytes, {
      isEvalSupported: false,
      disableFontFace: true,
      verbosity: 0,
    });
    if (pdf.numPages > KNOWLEDGE_BASE_LIMITS.pages) {
      return { ok: false, problem: 'too-many-pages', pages: pdf.numPages };
    }
    const pages: string[] = [];
    let characters = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = pageText(items.flatMap((item) => ('str' in item ? [placed(item)] : [])));
      page.cleanup();
      pages.push(text);
      characters += text.length;
      // Twice over: what is white space, or counts as one character of two units, is not counted
      // out here.
      if (characters > 2 * KNOWLEDGE_BASE_LIMITS.characters) return { ok: false, problem: 'too-long' };
      onPage(number, pdf.numPages);
    }
    return { ok: true, pages };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { ok: false, problem: isLocked ? 'locked' : 'broken' };
  }
}

interface TextItem {
  str: string;
  dir: string;
  transform: number[];
  width: number;
  height: number;
}

function placed({ str, dir, transform, width, height }: TextItem): PlacedText {
  return { text: str, isRtl: dir === 'rtl', x: transform[4] ?? 0, y: transform[5] ?? 0, width, height };
}
