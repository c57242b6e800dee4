import { Tooltip as RadixTooltip } from 'radix-ui';
import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect } from 'react';

const DELAY_MS = 300;

/** The element of a tooltip, and the input that first asked for it. */
export interface PointedAt {
  element: HTMLElement;
  by: 'pointer' | 'keyboard';
}

/** The tooltip of an existing element: shows and hides itself on hover and keyboard focus. */
export function Tip({ at, text }: { at: PointedAt; text: string }) {
  return (
    <RadixTooltip.Provider delayDuration={DELAY_MS}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>
          <There at={at} />
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            // Closed while it fades in, the library would keep it until it had, and the Escape for what is opened next would be its own.
            className="z-50 max-w-64 animate-fade rounded-control bg-ink px-2.5 py-1.5 text-paper text-xs shadow-soft data-[state=closed]:animate-none"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}

/** The events that a tooltip's trigger listens to, and its handlers. */
const HANDLERS = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const;

const LISTENED = Object.keys(HANDLERS) as (keyof typeof HANDLERS)[];

/**
 * Renders nothing: attaches the trigger's props to an existing element. As its parent, it would
 * recreate the element when the tooltip loads, and the element would lose the focus.
 */
function There({ at, ref, ...given }: ComponentProps<'button'> & { at: PointedAt }) {
  const { element } = at;
  const tell = useEffectEvent((event: Event) => {
    given[HANDLERS[event.type as keyof typeof HANDLERS]]?.(event as never);
  });

  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    const end = ref(element as HTMLButtonElement);
    return () => {
      if (end) end();
      else ref(null);
    };
  }, [ref, element]);

  useEffect(() => {
    const end = new AbortController();
    for (const type of LISTENED) {
      element.addEventListener(type, (event) => tell(event), { signal: end.signal });
    }
    // The pointer or the focus may have moved on during the load.
    if (at.by === 'keyboard' && element.matches(':focus-visible')) tell(new FocusEvent('focus'));
    if (at.by === 'pointer' && element.matches(':hover')) tell(new PointerEvent('pointermove'));
    return () => end.abort();
  }, [element, at.by]);

  const describedBy = given['aria-describedby'];
  useLayoutEffect(() => {
    if (!describedBy) return;
    const own = element.getAttribute('aria-describedby');
    element.setAttribute('aria-describedby', own ? `${own} ${describedBy}` : describedBy);
    return () => {
      if (own) element.setAttribute('aria-describedby', own);
      else element.removeAttribute('aria-describedby');
    };
  }, [element, describedBy]);

  return null;
}
