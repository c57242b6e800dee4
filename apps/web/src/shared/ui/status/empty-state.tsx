import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** Read out at once: something failed. */
  alert?: boolean;
  /** The possible actions. */
  children?: ReactNode;
}

/** The middle of a list that has nothing to show, with an invitation. */
export function EmptyState({ icon: Icon, title, text, alert, children }: EmptyStateProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="flex animate-fade flex-col items-center rounded-card border border-line border-dashed px-6 py-12 text-center"
    >
      <span className="grid size-12 place-items-center rounded-full bg-sunken text-ink-soft">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      {/* Chinese breaks between clauses, and never inside of a name. */}
      <h2 className="wrap-anywhere mt-4 break-keep text-lg">{title}</h2>
      <p className="wrap-anywhere mt-1 max-w-sm text-balance break-keep text-ink-soft text-sm">{text}</p>
      {children && <div className="mt-5">{children}</div>}
    </div>
  );
}
