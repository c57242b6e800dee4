import { cn } from '../lib/cn.ts';

/** The mark: two speech bubbles that meet and, between their tails, form the arch of a bridge. One colour, from 16 px up. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" className={cn('size-8', className)}>
      <path d="M3 28V13.6C3 8.8 6.6 5 11 5c1.6 0 3.1.5 4.2 1.3v11.8c-3.3.3-5.9 2-7.1 4.9C6.7 26.3 3 28 3 28Z" />
      <path d="M29 28V13.6C29 8.8 25.4 5 21 5c-1.6 0-3.1.5-4.2 1.3v11.8c3.3.3 5.9 2 7.1 4.9C25.3 26.3 29 28 29 28Z" />
    </svg>
  );
}
