import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';

/** Stands once around the app, so that moving from one tooltip to the next shows it at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <RadixTooltip.Provider delayDuration={300}>{children}</RadixTooltip.Provider>;
}

interface TooltipProps {
  text: string;
  /** One element that takes a ref. A disabled button gets no pointer events: wrap it in a focusable span. */
  children: ReactNode;
}

/** A word of explanation on hover and focus; never the only place where something is said on a phone. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          sideOffset={6}
          className="z-50 max-w-64 animate-fade rounded-control bg-ink px-2.5 py-1.5 text-paper text-xs shadow-soft"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
