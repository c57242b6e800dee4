import i18next from 'i18next';
import { copyText } from '../browser/copy-text.ts';
import { toast } from './toast.ts';

/** Copies the page's address, to be opened in another browser, and says whether that worked. */
export async function copyPageLink(): Promise<void> {
  const link = window.location.href;
  if (await copyText(link)) toast.success(i18next.t('inApp.copied'), { id: 'page-link' });
  else toast(i18next.t('inApp.notCopied', { link }), { id: 'page-link', duration: Number.POSITIVE_INFINITY });
}
