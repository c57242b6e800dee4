import { type RefObject, useEffect } from 'react';

/**
 * Keeps an element as high as what can be seen of the page, so that the on-screen keyboard never hides its end. Browsers
 * that shrink the page itself (`interactive-widget=resizes-content`) need nothing of it; iOS moves the page instead.
 * The element uses `--chat-height` and `--chat-top`.
 */
export function useVisualViewport(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const style = element.current?.style;
    if (!viewport || !style) return;
    const follow = () => {
      // Pinched larger, the visible part says nothing about the keyboard.
      if (viewport.scale > 1.01) return;
      style.setProperty('--chat-height', `${viewport.height}px`);
      style.setProperty('--chat-top', `${viewport.offsetTop}px`);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, [element]);
}
