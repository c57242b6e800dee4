import { Skeleton } from '@/shared/ui/status/skeleton.tsx';

/** The shape of the figures before they come. */
export function AnalyticsSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-72 rounded-card sm:h-52 md:col-span-2" />
      <Skeleton className="h-80 rounded-card md:col-span-2" />
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}
