import { type RefObject, useEffect } from 'react';

/**
 * Keeps an element as high as what can be seen of the page, so that the on-screen keyboard never
 * hides its end. Browsers that shrink the page itself (`interactive-widget=resizes-content`) need
 * nothing of it; iOS moves the page instead. The element uses `--chat-height` and `--chat-top`.
 */
export function useVisualViewport(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const box = element.current;
    if (!viewport || !box) return;
    const follow = () => {
      // Both read before one is written: the browser would have to style the whole chat in between.
      const { scale, height, offsetTop } = viewport;
      // Pinched larger, the visible part says nothing about the keyboard.
      if (scale > 1.01) return;
      box.style.setProperty('--chat-height', `${height}px`);
      box.style.setProperty('--chat-top', `${offsetTop}px`);
    };
    // Without a keyboard it has this height already.
    const { top, height } = box.getBoundingClientRect();
    if (Math.abs(top - viewport.offsetTop) > 1 || Math.abs(height - viewport.height) > 1) follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, [element]);
}
