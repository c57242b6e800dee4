import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton, keepMovedFocus, overlayStyles } from './dialog.tsx';

export const Drawer = RadixDialog.Root;
export const DrawerTrigger = RadixDialog.Trigger;

/** A panel that slides in at the start side; Escape, the cross and a tap beside it close it. */
export function DrawerContent({ title, children }: { title: string; children: ReactNode }) {
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={overlayStyles} />
      <RadixDialog.Content
        aria-describedby={undefined}
        onCloseAutoFocus={keepMovedFocus}
        className="fixed inset-y-0 start-0 z-50 flex w-72 max-w-[85vw] animate-fade flex-col overflow-y-auto bg-surface px-4 max-xs:max-w-[95vw] max-xs:px-2 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] shadow-soft"
      >
        <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
        <CloseButton className="absolute end-3 top-[max(0.75rem,env(safe-area-inset-top))] m-0" />
        {children}
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}
