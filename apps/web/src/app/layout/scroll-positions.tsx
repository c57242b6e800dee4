import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** The scroll position of each entry of the history, in CSS pixels. */
const places = new Map<string, number>();

/** Opens every page at its top, and one that is come back to where it was left. */
export function ScrollPositions() {
  const { key } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;

  useLayoutEffect(() => {
    const top = cameBack ? (places.get(key) ?? 0) : 0;
    // When the app starts, the browser has restored the scroll position already. A page that opens
    // does not glide there from the last one's place.
    if (places.size > 0) window.scrollTo({ top, behavior: 'instant' });
    if (!places.has(key)) places.set(key, window.scrollY);
    const remember = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, cameBack]);

  useLayoutEffect(() => {
    // Between pages this component scrolls; over a reload the browser knows best.
    const byBrowser = () => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', byBrowser);
    return () => {
      byBrowser();
      window.removeEventListener('pagehide', byBrowser);
    };
  }, []);

  return null;
}
