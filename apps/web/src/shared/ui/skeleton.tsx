import { cn } from './cn.ts';

/** A block in the shape of what comes. Give it the size of the thing it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cn('animate-pulse-soft weak:rounded-control bg-line/70', className)} />
  );
}
