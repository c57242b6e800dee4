import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '@/shared/browser/is-composing.ts';
import { toastsBelowTitle } from '@/shared/toast/toast-start.ts';
import { cn } from '../cn.ts';

export const Dialog = RadixDialog.Root;
export const DialogTrigger = RadixDialog.Trigger;

// The same z-index as the panels: a dialog that opens from another lies on top of it by its place
// in the document.
export const overlayStyles = 'fixed inset-0 z-50 animate-fade bg-black/45';

interface DialogContentProps extends Omit<ComponentProps<typeof RadixDialog.Content>, 'title'> {
  title: ReactNode;
  /** Screen readers announce it with the title; it is shown below the title. */
  description?: ReactNode;
}

/**
 * The panel of a dialog: a sheet at the bottom of a phone, a card in the middle of anything larger.
 */
export function DialogContent({
  title,
  description,
  className,
  children,
  onEscapeKeyDown,
  ...props
}: DialogContentProps) {
  // Dialogs that open without a trigger of their own do not know where the focus came from.
  const opener = useRef<Element | null>(null);
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={overlayStyles} />
      <RadixDialog.Content
        {...(description ? {} : { 'aria-describedby': undefined })}
        onEscapeKeyDown={(press) => {
          keepOpenWhileComposing(press);
          onEscapeKeyDown?.(press);
        }}
        onOpenAutoFocus={() => {
          opener.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          keepMovedFocus(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
        className={cn(
          'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] animate-rise overflow-y-auto rounded-t-bubble bg-surface safe-x safe-bottom pt-5 shadow-soft sm:inset-x-auto sm:start-1/2 sm:top-1/2 sm:bottom-auto sm:w-full sm:max-w-md sm:-translate-1/2 sm:animate-fade sm:rounded-card sm:px-6 sm:pb-6 rtl:sm:translate-x-1/2',
          className,
        )}
        {...props}
      >
        <div className="mb-4">
          <div ref={toastsBelowTitle} className="flex items-start justify-between gap-4">
            <RadixDialog.Title className="wrap-anywhere min-w-0 text-lg">{title}</RadixDialog.Title>
            <CloseButton className="-mb-2" />
          </div>
          {description && (
            <RadixDialog.Description className="mt-1 text-pretty text-ink-soft text-sm">
              {description}
            </RadixDialog.Description>
          )}
        </div>
        {children}
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}

/** An input method discards its candidates with Escape, which must not close the panel as well. */
export function keepOpenWhileComposing(press: KeyboardEvent): void {
  if (isComposing(press)) press.preventDefault();
}

/** After a panel was left by navigation, the new page's heading keeps the focus. */
export function keepMovedFocus(event: Event): void {
  if (document.activeElement && document.activeElement !== document.body) event.preventDefault();
}

/** The cross of a dialog or drawer. */
export function CloseButton({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <RadixDialog.Close
      aria-label={t('common.close')}
      className={cn(
        '-me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      <X aria-hidden="true" className="size-5" />
    </RadixDialog.Close>
  );
}
