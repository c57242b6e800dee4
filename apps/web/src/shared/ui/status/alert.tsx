import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';

interface AlertProps {
  tone: 'danger' | 'success';
  children: ReactNode;
  className?: string;
}

/** A message box inside a form, read out as it appears. */
export function Alert({ tone, children, className }: AlertProps) {
  const Icon = tone === 'danger' ? CircleAlert : CircleCheck;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-2.5 rounded-control border px-3 py-2.5 text-sm',
        tone === 'danger'
          ? 'border-danger/30 bg-danger-tint text-danger'
          : 'border-success/30 bg-success-tint text-success',
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
