import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { toastsBelowTitle } from '@/shared/toast/toast-start.ts';
import { CloseButton, keepMovedFocus, keepOpenWhileComposing, overlayStyles } from './dialog.tsx';

export const SideSheet = RadixDialog.Root;

interface SideSheetContentProps {
  title: ReactNode;
  /** Shown beside the title, unless large letters need its place. */
  lead?: ReactNode;
  /** Under the title. */
  description?: ReactNode;
  children: ReactNode;
  /** It stays visible below the scrolling part. */
  foot?: ReactNode;
  /** Called when it has closed; an element that it focuses keeps the focus. */
  onClosed?: () => void;
}

/** A panel at the end side, over the list that it belongs to; on a phone it fills the screen. */
export function SideSheetContent({
  title,
  lead,
  description,
  children,
  foot,
  onClosed,
}: SideSheetContentProps) {
  const opener = useRef<Element | null>(null);
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={overlayStyles} />
      <RadixDialog.Content
        {...(description ? {} : { 'aria-describedby': undefined })}
        tabIndex={-1}
        onEscapeKeyDown={keepOpenWhileComposing}
        onOpenAutoFocus={(event) => {
          opener.current = document.activeElement;
          // The panel itself, not its first field: a phone's keyboard would cover the opened panel.
          event.preventDefault();
          (event.currentTarget as HTMLElement).focus();
        }}
        onCloseAutoFocus={(event) => {
          onClosed?.();
          keepMovedFocus(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
        className="fixed inset-y-0 end-0 z-50 flex w-full animate-fade flex-col bg-surface pt-[env(safe-area-inset-top)] shadow-soft outline-none sm:max-w-md sm:border-s"
      >
        <header ref={toastsBelowTitle} className="flex items-start gap-3 border-b px-4 py-3 sm:px-6">
          {lead && <div className="max-xs:hidden">{lead}</div>}
          <div className="min-w-0 flex-1 self-center">
            <RadixDialog.Title dir="auto" className="wrap-anywhere page-aligned text-lg">
              {title}
            </RadixDialog.Title>
            {description && (
              <RadixDialog.Description asChild>
                <div className="text-ink-soft text-sm">{description}</div>
              </RadixDialog.Description>
            )}
          </div>
          <CloseButton className="m-0 -me-2" />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">{children}</div>
        {foot && (
          <footer className="border-t px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-6">
            {foot}
          </footer>
        )}
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}
