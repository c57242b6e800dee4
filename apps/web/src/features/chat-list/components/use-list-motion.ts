import { type RefObject, useLayoutEffect, useRef } from 'react';

const MOVE: KeyframeAnimationOptions = { duration: 180, easing: 'ease-out' };
const FLASH: KeyframeAnimationOptions = { duration: 900, easing: 'ease-out' };

interface Placed {
  top: number;
  stamp: string;
}

/**
 * Animates changes in a list: rows glide to their new places, new ones appear, and a row with a
 * changed stamp is lit for a moment. Each child carries `data-row` (its id) and `data-stamp`.
 * Without motion for people who prefer that.
 * @param order changes whenever rows come, go or move
 * @param scope the reader's filter; changes with another scope are not animated
 */
export function useListMotion<List extends HTMLElement>(
  order: string,
  scope: string,
): RefObject<List | null> {
  const list = useRef<List>(null);
  const scopeBefore = useRef(scope);
  const before = useRef<Map<string, Placed> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order says when to measure.
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    const known = before.current;
    before.current = new Map(
      rows.map((row) => [row.dataset.row ?? '', { top: row.offsetTop, stamp: row.dataset.stamp ?? '' }]),
    );
    const isSameScope = scopeBefore.current === scope;
    scopeBefore.current = scope;
    if (!known || !isSameScope || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const row of rows) {
      const was = known.get(row.dataset.row ?? '');
      const now = before.current.get(row.dataset.row ?? '');
      if (!was) row.animate({ opacity: [0, 1], transform: ['translateY(-0.5rem)', 'none'] }, MOVE);
      else if (now && was.top !== now.top) {
        row.animate({ transform: [`translateY(${was.top - now.top}px)`, 'none'] }, MOVE);
      }
      if (now && was?.stamp !== now.stamp)
        row.animate({ backgroundColor: ['var(--accent-tint)', 'var(--surface)'] }, FLASH);
    }
  }, [order, scope]);

  return list;
}
