import { DropdownMenu } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../cn.ts';

/** The look of a menu's line. */
export const menuItem =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm outline-none data-highlighted:bg-sunken';

/**
 * The sheet of a menu, never wider or higher than the screen. It lies within the page's `main`, so
 * that all of the page is in a landmark; the focus, which stays within it while it is open, may
 * scroll it.
 */
export function MenuContent({ className, ...props }: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Portal container={document.getElementById('content')}>
      <DropdownMenu.Content
        tabIndex={0}
        collisionPadding={8}
        onCloseAutoFocus={(event) => event.preventDefault()}
        // Closes without an animation, as with tooltips (shared/ui/overlay/tooltip.tsx).
        className={cn(
          'z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-[min(13rem,100vw-1rem)] max-w-[calc(100vw-1rem)] animate-fade overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-soft outline-none data-[state=closed]:animate-none',
          className,
        )}
        {...props}
      />
    </DropdownMenu.Portal>
  );
}
