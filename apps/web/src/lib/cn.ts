import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// The merger must know our own names, or it would take `text-ink` for a size and `rounded-card` for nothing.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'],
      radius: ['control', 'card', 'bubble', 'full'],
      shadow: ['soft'],
    },
  },
});

/** Joins class names; of two Tailwind classes that set the same thing the later wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
