import { useEffect, useRef, useState } from 'react';
import { type FileProblem, readFile } from '../model/read-file.ts';

/** The opened file, as far as it has been read. */
export type OpenedFile =
  | { kind: 'none' }
  | { kind: 'reading'; page: number; of: number }
  | { kind: 'read'; name: string; pages: string[] }
  | { kind: 'refused'; refusal: FileProblem };

export interface FileReader {
  file: OpenedFile;
  /** @returns whether it could be read */
  open(file: File): Promise<boolean>;
  /** Removes the file, or stops reading it. */
  forget(): void;
}

/** Reads one file at a time; the newest wins. */
export function useFileReading(): FileReader {
  const [file, setFile] = useState<OpenedFile>({ kind: 'none' });
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  return {
    file,
    async open(chosen) {
      underWay.current?.abort();
      const reading = new AbortController();
      underWay.current = reading;
      setFile({ kind: 'reading', page: 0, of: 0 });
      const result = await readFile(
        chosen,
        (page, of) => !reading.signal.aborted && setFile({ kind: 'reading', page, of }),
        reading.signal,
      );
      if (reading.signal.aborted) return false;
      setFile(
        result.ok
          ? { kind: 'read', name: chosen.name, pages: result.pages }
          : { kind: 'refused', refusal: result },
      );
      return result.ok;
    },
    forget() {
      underWay.current?.abort();
      setFile({ kind: 'none' });
    },
  };
}
