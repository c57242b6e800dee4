import { Skeleton } from '@/shared/ui/status/skeleton.tsx';

const ROWS = [0, 1, 2, 3];

/** The shape of the contacts before they come: rows, on a phone cards. */
export function ContactsSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-11 w-full md:w-80" />
      <div className="max-md:grid max-md:gap-3 md:overflow-hidden md:rounded-card md:border md:bg-surface">
        {ROWS.map((row) => (
          <div
            key={row}
            className="max-md:rounded-card max-md:border max-md:bg-surface max-md:p-4 md:flex md:items-center md:gap-6 md:border-b md:px-5 md:py-4 md:last:border-b-0"
          >
            <div className="flex items-center gap-3">
              <Skeleton className="size-11 rounded-full md:size-9" />
              <Skeleton className="h-5 w-40" />
            </div>
            <Skeleton className="h-5 flex-1 max-md:hidden" />
            <Skeleton className="h-11 max-md:mt-3 max-md:w-full md:w-28" />
          </div>
        ))}
      </div>
    </>
  );
}
