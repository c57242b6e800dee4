import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/**
 * People's words on one line, cut with an ellipsis at their own end: an Arabic name on an English
 * page loses its last letters, not its first, and still begins where the page's lines begin. On
 * the narrowest phones, and with very large letters, a line has room for too few: it wraps there.
 */
export function Truncated({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      dir="auto"
      className={cn('block page-aligned max-[22.5rem]:wrap-anywhere min-[22.5rem]:truncate', className)}
    >
      {children}
    </span>
  );
}
