import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** How far each entry of the history was scrolled, in CSS pixels. */
const places = new Map<string, number>();

/** Opens every page at its top, and one that is come back to where it was left. */
export function ScrollMemory() {
  const { key } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;

  useLayoutEffect(() => {
    const top = cameBack ? (places.get(key) ?? 0) : 0;
    // Where the app starts, the browser has scrolled already. A page that opens does not glide there from the last one's place.
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
