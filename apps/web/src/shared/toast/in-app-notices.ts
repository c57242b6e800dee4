import i18next from 'i18next';
import { loadPageTexts } from '../i18n/i18n.ts';
import { copyPageLink } from './copy-page-link.ts';
import { toast } from './toast.ts';

const KEY = 'dragoman-in-app-notice';

/** Says once in a tab what the browser of another app may lack, with the link to copy. */
export async function showInAppNotice(): Promise<void> {
  if (isFirstTime()) await show('in-app', 'inApp.title', 'inApp.text', Number.POSITIVE_INFINITY);
}

/** Some apps drop a download silently, which no page can find out. */
export async function showDownloadNotice(): Promise<void> {
  await show('download', 'inApp.downloadTitle', 'inApp.downloadText');
}

async function show(
  id: string,
  title: 'inApp.title' | 'inApp.downloadTitle',
  text: 'inApp.text' | 'inApp.downloadText',
  duration = 15_000,
): Promise<void> {
  // Without the texts there is no notice: it is a hint, and nothing waits for it.
  await loadPageTexts();
  toast(i18next.t(title), {
    id,
    duration,
    description: i18next.t(text),
    action: { label: i18next.t('inApp.copy'), onClick: () => void copyPageLink() },
  });
}

function isFirstTime(): boolean {
  try {
    if (sessionStorage.getItem(KEY)) return false;
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Without storage the notice comes with each page.
  }
  return true;
}
