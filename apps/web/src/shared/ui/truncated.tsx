import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/**
 * People's words on one line, cut with an ellipsis at their own end: an Arabic name on an English
 * page loses its last letters, not its first, and still begins where the page's lines begin.
 */
export function Truncated({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span dir="auto" className={cn('block truncate page-aligned', className)}>
      {children}
    </span>
  );
}
