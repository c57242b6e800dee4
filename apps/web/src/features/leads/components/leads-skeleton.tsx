import { Skeleton } from '@/shared/ui/status/skeleton.tsx';

const ROWS = [0, 1, 2, 3, 4];

/** The shape of the list before it comes. */
export function LeadsSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border bg-surface">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-3.5 border-t px-4 py-4 first:border-t-0 sm:px-5">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
