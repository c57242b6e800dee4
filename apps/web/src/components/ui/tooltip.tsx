import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';

const DELAY_MS = 300;

interface TooltipProps {
  text: string;
  /** One element that takes a ref. A disabled button gets no pointer events: wrap it in a focusable span. */
  children: ReactNode;
}

/**
 * A word of explanation on hover and focus; never the only place where something is said on a phone. It brings its own
 * provider, so that the pages without tooltips (/join above all) need not load what places them.
 */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={DELAY_MS}>
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
    </RadixTooltip.Provider>
  );
}
