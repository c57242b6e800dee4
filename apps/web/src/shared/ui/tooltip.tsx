import { Slot } from 'radix-ui';
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import type { PointedAt, Tip } from './tip.tsx';

interface TooltipProps {
  text: string;
  /** One element that takes a ref. A disabled button gets no pointer events: wrap it in a focusable span. */
  children: ReactNode;
}

let loaded: typeof Tip | undefined;

/**
 * A word of explanation on hover and focus; on a phone it must never be the only place of its text.
 * Its code is loaded and rendered when the user first hovers over or focuses the element: a chat
 * has a dozen of them, and most are never used.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [at, setAt] = useState<PointedAt | null>(null);
  const LoadedTip = useTip(at !== null);

  function point({ currentTarget: element, pointerType }: PointerEvent<HTMLElement>): void {
    if (pointerType !== 'touch' && at?.element !== element) setAt({ element, by: 'pointer' });
  }

  function focus({ currentTarget: element }: FocusEvent<HTMLElement>): void {
    if (at?.element !== element && element.matches(':focus-visible')) setAt({ element, by: 'keyboard' });
  }

  return (
    <>
      <Slot.Root onPointerEnter={point} onFocus={focus}>
        {children}
      </Slot.Root>
      {at && LoadedTip && <LoadedTip key={at.by} at={at} text={text} />}
    </>
  );
}

/** Null until it has loaded; without a network it stays null, and the next element tries again. */
function useTip(wanted: boolean): typeof Tip | null {
  const [tip, setTip] = useState(() => loaded ?? null);
  const waits = wanted && !tip;
  useEffect(() => {
    if (!waits) return;
    let over = false;
    import('./tip.tsx').then(
      (module) => {
        loaded = module.Tip;
        if (!over) setTip(() => module.Tip);
      },
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [waits]);
  return tip;
}
