import { type RefObject, useEffect, useRef } from 'react';

/** Where the focus goes when the menu of a message closes: `next`, as the message goes. */
type FocusTarget = 'message' | 'elsewhere' | 'next';

/**
 * Returns the focus from the menu of a message.
 * @param view the list
 * @param menuId the message whose menu is open
 * @param close closes the menu
 */
export function useMenuFocus(
  view: RefObject<HTMLElement | null>,
  menuId: string | undefined,
  close: () => void,
): { closeMenu: () => void; leaveTo: (target: FocusTarget) => void } {
  const target = useRef<FocusTarget>('message');
  /** A message that is about to go, and the one beside it. */
  const leaving = useRef<{ id: string | undefined; next: string | undefined } | null>(null);
  const rowOf = (id: string | undefined) =>
    view.current?.querySelector<HTMLElement>(`[data-message="${id}"]`) ?? null;

  // When the menu opens, not when it closes: a choice that moves the focus closes it twice.
  useEffect(() => {
    if (menuId !== undefined) target.current = 'message';
  }, [menuId]);

  useEffect(() => {
    if (!leaving.current || rowOf(leaving.current.id)) return;
    (rowOf(leaving.current.next) ?? view.current)?.focus({ preventScroll: true });
    leaving.current = null;
  });

  return {
    leaveTo(next) {
      target.current = next;
      if (next !== 'next') return;
      const row = rowOf(menuId);
      const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling) as HTMLElement | null;
      leaving.current = { id: menuId, next: neighbour?.dataset.message };
    },
    closeMenu() {
      close();
      if (target.current === 'message') rowOf(menuId)?.focus({ preventScroll: true });
    },
  };
}
