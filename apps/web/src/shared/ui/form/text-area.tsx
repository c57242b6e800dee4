import type { ComponentProps } from 'react';
import { cn } from '../cn.ts';
import { controlStyles } from './input.tsx';

/** A field of several lines, which grows with its text. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" className={cn(controlStyles, 'field-sizing-content', className)} {...props} />;
}
