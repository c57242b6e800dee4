import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** The names that `shared/styles/tokens.css` adds to Tailwind's own. */
const merge = extendTailwindMerge({
  extend: { theme: { radius: ['control', 'card', 'bubble'], shadow: ['soft'] } },
});

/**
 * Joins class names. Of two Tailwind classes that set the same property, the last one wins, so that
 * a caller's `className` overrides a component's default.
 * @param inputs class names; false, null and undefined are left out
 */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
