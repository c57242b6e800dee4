import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The first stop of the Tab key on every page: past the bars, to the page's `main`, whose id is
 * `content`.
 */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a link to a place in the page, which screen readers list as one.
    <a
      href="#content"
      onClick={skip}
      className="fixed start-4 top-3 z-50 -translate-y-20 rounded-control bg-primary px-4 py-3 font-semibold text-on-primary text-sm focus:translate-y-0"
    >
      {t('common.skipToContent')}
    </a>
  );
}

/** Moves the focus only. The page's address must not change, for the router and for copying. */
function skip(event: MouseEvent): void {
  const main = document.querySelector('main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
}
