import { type RefObject, useLayoutEffect, useState } from 'react';

interface Room {
  /** Of the element, px. */
  width: number;
  /** The text size that the user chose, beside the ordinary one of 16 px. */
  textScale: number;
}

const ORDINARY_TEXT = 16;

/** Measures an element at first and whenever its size changes; its width is 0 before that. */
export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, textScale: 1 });
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      setRoom({ width: watched.clientWidth, textScale: Number.parseFloat(fontSize) / ORDINARY_TEXT });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
