import { cn } from './cn.ts';

/** A turning ring in the text's colour. Decoration: the words beside it say what is going on. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block weak:size-5 animate-spin rounded-full border-2 border-current border-e-transparent',
        className,
      )}
    />
  );
}
