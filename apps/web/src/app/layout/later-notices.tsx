import { useEffect } from 'react';
import { AnnouncementBanner } from '@/entities/announcement/announcement-banner.tsx';
import { FILE_OFFERED } from '@/shared/browser/download-file.ts';
import { isInAppBrowser } from '@/shared/browser/in-app-browser.ts';
import { showDownloadNotice, showInAppNotice } from '@/shared/toast/in-app-notices.ts';

/** What is said on any page once it has loaded. */
export function LaterNotices() {
  useEffect(() => {
    if (!isInAppBrowser()) return;
    void showInAppNotice().catch(() => {});
    const onFile = () => void showDownloadNotice().catch(() => {});
    document.addEventListener('click', openHere, true);
    window.addEventListener(FILE_OFFERED, onFile);
    return () => {
      document.removeEventListener('click', openHere, true);
      window.removeEventListener(FILE_OFFERED, onFile);
    };
  }, []);
  return <AnnouncementBanner />;
}

/** The browsers of apps have no tabs, and some ignore a link that asks for one: it opens here. */
function openHere({ target }: MouseEvent): void {
  if (target instanceof Element) target.closest('a[target="_blank"]')?.removeAttribute('target');
}
