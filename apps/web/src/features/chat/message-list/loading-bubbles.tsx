import { cn } from '@/shared/ui/cn.ts';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';

/** Messages that are on their way. */
export function LoadingBubbles() {
  return [false, true, false].map((own, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: three blocks that never move.
    <Skeleton key={i} className={cn('h-16 w-3/5 rounded-bubble', own ? 'self-end' : 'self-start')} />
  ));
}
