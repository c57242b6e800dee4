import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are pasted or dropped anywhere on the page.
 * @param choose null where no file is taken: the browser must not open a dropped one all the same
 * @returns whether files are being dragged over the page
 */
export function useDroppedFiles(choose: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => choose?.(files));
  const takes = choose !== null;

  useEffect(() => {
    // Every element that is entered gives an event, and every one that is left.
    let depth = 0;
    const end = () => {
      depth = 0;
      setOver(false);
    };
    const listeners = {
      dragenter(event: DragEvent) {
        if (!hasFiles(event.dataTransfer)) return;
        depth += 1;
        setOver(takes);
      },
      dragleave(event: DragEvent) {
        if (!hasFiles(event.dataTransfer)) return;
        depth -= 1;
        if (depth <= 0) end();
      },
      dragover(event: DragEvent) {
        if (hasFiles(event.dataTransfer)) event.preventDefault();
      },
      drop(event: DragEvent) {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        end();
        take([...(event.dataTransfer?.files ?? [])]);
      },
      paste(event: ClipboardEvent) {
        const files = [...(event.clipboardData?.files ?? [])];
        // A copied text may have a picture of itself beside it, as from a spreadsheet.
        if (!takes || files.length === 0 || event.clipboardData?.getData('text/plain')) return;
        event.preventDefault();
        take(files);
      },
    };
    const entries = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, [takes]);

  return isOver;
}

function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}
