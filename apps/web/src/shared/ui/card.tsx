import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A surface with a hairline; the soft shadow is for what floats above the page. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-card border border-line bg-surface', className)} {...props} />;
}
