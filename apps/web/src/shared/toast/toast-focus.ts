/**
 * Makes toasts usable by keyboard. The library returns a leaving focus to its origin in every
 * direction, so Tab never got past a toast. It also neither pauses a toast that has the focus nor
 * closes it on Escape.
 * @param region where toasts appear
 * @returns a function that removes the listeners
 */
export function guideToastFocus(region: HTMLElement): () => void {
  const listening = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type] & { target: Element }) => void,
  ) => region.addEventListener(type, listener as (event: Event) => void, { signal: listening.signal });
  const isWithin = (target: EventTarget | null) => target instanceof Node && region.contains(target);
  /** The focused element, or the one whose toast has disappeared. */
  let focused: Element | undefined;
  let origin: EventTarget | null = null;

  on('focusin', (event) => {
    const { target, relatedTarget } = event;
    if (!focused) origin = relatedTarget;
    focused = target;
    // The library, which listens further out, hears that it came from nowhere: it has nothing to
    // lead it back to.
    Object.defineProperty(event, 'relatedTarget', { value: null });
    if (target.matches(':focus-visible')) dispatchPointer('mousemove');
  });

  on('focusout', ({ target, relatedTarget }) => {
    if (isWithin(relatedTarget)) return;
    if (!region.querySelector('ol:hover')) dispatchPointer('mouseout');
    // Neither a toast that goes nor another window takes it away on purpose.
    const lost = target.closest('[data-removed="true"]') || !document.hasFocus();
    if (relatedTarget || !lost) focused = undefined;
  });

  on('keydown', ({ target, key }) => {
    if (key === 'Escape') target.closest('li')?.querySelector<HTMLElement>('[data-close-button]')?.click();
  });

  const removals = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = undefined;
    if (document.activeElement !== document.body) return;
    if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
  });
  removals.observe(region, { childList: true, subtree: true });

  /** The toasts' timers pause only while a pointer is over them. */
  function dispatchPointer(type: 'mousemove' | 'mouseout'): void {
    region.querySelector('ol')?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  }

  return () => {
    listening.abort();
    removals.disconnect();
  };
}
