import { cn } from '../ui/cn.ts';

/**
 * The mark: two speech bubbles that meet, their tails the feet of a bridge. One colour, from 16 px
 * up.
 */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" className={cn('size-8', className)}>
      <path
        fillRule="evenodd"
        d="M16 6.02A8.5 8.5 0 1 0 5.04 19.01L3.2 26.5l5.82-5.63a9.08 9.08 0 0 1 13.96 0l5.82 5.63-1.84-7.49A8.5 8.5 0 1 0 16 6.02zM16 8.2a4.5 4.5 0 0 1 0 7.2 4.5 4.5 0 0 1 0-7.2z"
      />
    </svg>
  );
}
