import { type ComponentType, useEffect, useState } from 'react';
import { afterLoad } from '../async/after-load.ts';
import { retryDelayMs } from '../async/retry-delay.ts';
import { offerReload } from '../toast/offer-reload.ts';

/** After so many failures the user is offered a reload; attempts go on. */
const OFFER_AFTER = 3;

/**
 * A part of the app whose code is loaded behind the page: nothing that is shown waits for it. Code
 * that cannot be loaded is asked for again, until it is there: on a venue's network one lost
 * request must not cost a page its live changes, or leave its messages unsent, for as long as it
 * stays open.
 * @param load imports the part.
 * @param turn resolves when it may be loaded: by default when the document has loaded and the
 * browser is idle.
 * @returns the part, which is nothing until its code is there; it is loaded once, wherever it is
 * mounted.
 */
export function lazyAfterLoad(load: () => Promise<ComponentType>, turn = afterLoad): ComponentType {
  let loaded: ComponentType | null = null;

  return function LazyAfterLoad() {
    const [Part, setPart] = useState(() => loaded);

    useEffect(() => {
      if (Part) return;
      let over = false;
      let failures = 0;
      let again: ReturnType<typeof setTimeout> | undefined;
      const attempt = () =>
        void load().then(
          (part) => {
            loaded = part;
            if (!over) setPart(() => part);
          },
          () => {
            failures += 1;
            if (failures === OFFER_AFTER && !over) offerReload();
            if (!over) again = setTimeout(attempt, retryDelayMs(failures));
          },
        );
      void turn().then(() => over || attempt());
      return () => {
        over = true;
        clearTimeout(again);
      };
    }, [Part]);

    return Part && <Part />;
  };
}
