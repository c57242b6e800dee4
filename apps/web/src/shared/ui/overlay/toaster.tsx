import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { useTheme } from '@/shared/settings/theme.ts';
import { toasterShown } from '@/shared/toast/toast.ts';
import { guideToastFocus } from '@/shared/toast/toast-focus.ts';
import { useToastStart } from '@/shared/toast/toast-start.ts';

/**
 * Toasts at the top, where no composer, keyboard or home bar is; announced politely by sonner's
 * live region.
 */
export function Toaster() {
  const { t, i18n } = useTranslation();
  const [theme] = useTheme();
  const start = useToastStart();
  // After the effects of its children: the library's own part listens by then.
  useEffect(toasterShown, []);
  return (
    <Sonner
      ref={guideRegion}
      position="top-center"
      theme={theme}
      dir={i18n.dir()}
      visibleToasts={3}
      closeButton
      containerAriaLabel={t('common.notifications')}
      offset={{ top: start + 24 }}
      // The toaster is as wide as the screen: of two sides that are given, the one where lines
      // begin counts.
      mobileOffset={{ top: `max(${start + 12}px, env(safe-area-inset-top))`, left: 12, right: 12 }}
      toastOptions={{
        closeButtonAriaLabel: t('common.close'),
        classNames: {
          toast:
            'font-sans! rounded-card! border-line! bg-surface! text-ink! shadow-soft! data-[type=error]:border-danger/40! data-[type=success]:border-success/40! focus-visible:outline-2! focus-visible:outline-primary! focus-visible:outline-offset-2!',
          // Both are small to look at, and 44 px to touch.
          actionButton:
            'relative after:absolute after:-inset-2.5 focus-visible:outline-2! focus-visible:outline-primary! focus-visible:outline-offset-2!',
          closeButton: 'size-[24px]! after:absolute after:-inset-2.5',
          title: 'text-sm! font-semibold!',
          description: 'text-sm! text-ink-soft!',
          icon: '[[data-type=error]_&]:text-danger! [[data-type=success]_&]:text-success!',
        },
      }}
    />
  );
}

function guideRegion(region: HTMLElement | null) {
  return region ? guideToastFocus(region) : undefined;
}
