import { cn } from '../cn.ts';

/** A turning ring in the text's colour. Decoration: the words beside it describe the activity. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-5 animate-spin rounded-full border-2 border-current border-e-transparent',
        className,
      )}
    />
  );
}
