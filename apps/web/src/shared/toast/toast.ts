import type { ExternalToast } from 'sonner';

type Show = (title: string, options?: ExternalToast) => void;

let shown: () => void = () => {};
const placeShown = new Promise<void>((resolve) => {
  shown = resolve;
});

/** Reports that the toast region is mounted: the library drops toasts that were created before. */
export function toasterShown(): void {
  shown();
}

function show(kind?: 'success' | 'error'): Show {
  return (title, options) => {
    void Promise.all([import('sonner'), placeShown]).then(
      ([{ toast }]) => (kind ? toast[kind](title, options) : toast(title, options)),
      // The toaster is loaded with the same library; without it there is no place to say anything.
      () => {},
    );
  };
}

/**
 * Toasts for code that is loaded before the first page can be used: the library comes with the
 * first toast, or soon after the page.
 */
export const toast: Show & { success: Show; error: Show } = Object.assign(show(), {
  success: show('success'),
  error: show('error'),
});
