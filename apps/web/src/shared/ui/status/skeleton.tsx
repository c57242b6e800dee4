import { cn } from '../cn.ts';

/** A placeholder in the shape of the content that loads. Give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn('max-w-full animate-pulse-soft rounded-control bg-line/70', className)}
    />
  );
}
