import type { ComponentProps } from 'react';
import { cn } from '../cn.ts';

// With letters of twice the size an example address finds room in smaller ones alone.
export const controlStyles =
  'min-h-11 w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors duration-150 placeholder:text-ink-soft max-[17rem]:placeholder:text-sm hover:border-ink-soft focus-visible:border-primary focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger';

/** A one-line text input; 16 px type, as a phone zooms into anything smaller. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(controlStyles, className)} {...props} />;
}
