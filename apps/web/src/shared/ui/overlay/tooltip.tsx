import { Tooltip as RadixTooltip } from 'radix-ui';
import type { FocusEvent, ReactNode } from 'react';

const DELAY_MS = 300;

interface TooltipProps {
  text: string;
  /**
   * One element that takes a ref. A disabled button gets no pointer events: wrap it in a focusable
   * span.
   */
  children: ReactNode;
}

/**
 * A word of explanation on hover and focus; on a phone it must never be the only place of its text.
 */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={DELAY_MS}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild onFocus={onlyByKeyboard}>
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            // An exit animation would keep a closed tooltip, which takes the next Escape, until it
            // has ended.
            className="z-50 max-w-64 animate-fade rounded-control bg-ink px-2.5 py-1.5 text-paper text-xs shadow-soft data-[state=closed]:animate-none"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}

/**
 * A dialog that closes gives its button the focus back: without a keyboard that asks for no
 * explanation.
 */
function onlyByKeyboard(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}
