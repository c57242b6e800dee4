import { useEffect, useEffectEvent } from 'react';

interface PageAttention {
  /** The tab was hidden, the phone locked, or the page moved to the back-forward cache. */
  onHidden: () => void;
  /** It is in view again. May be called twice for one return. */
  onShown: () => void;
}

/**
 * Tells when people turn away from the page, so that what watches or listens can be switched off
 * meanwhile.
 */
export function usePageAttention(handlers: PageAttention): void {
  const onHidden = useEffectEvent(handlers.onHidden);
  const onShown = useEffectEvent(handlers.onShown);
  useEffect(() => {
    const onVisibility = () => (document.visibilityState === 'hidden' ? onHidden() : onShown());
    const onPageHide = () => onHidden();
    const onPageShow = () => onShown();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);
}
