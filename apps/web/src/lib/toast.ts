import type { ExternalToast } from 'sonner';

type Show = (title: string, options?: ExternalToast) => void;

function show(kind?: 'success' | 'error'): Show {
  return (title, options) => {
    void import('sonner').then(
      ({ toast }) => (kind ? toast[kind](title, options) : toast(title, options)),
      // The toaster is loaded right after the first page; without it there is no place to say anything.
      () => {},
    );
  };
}

/** Toasts for what is loaded before the first page can be used: the library comes with the first toast, or soon after the page. */
export const toast: Show & { success: Show; error: Show } = Object.assign(show(), {
  success: show('success'),
  error: show('error'),
});
