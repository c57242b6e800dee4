import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '@/shared/browser/download-file.ts';
import { isInAppBrowser } from '@/shared/browser/in-app-browser.ts';
import { readDataUrl } from '@/shared/browser/pictures.ts';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';

/**
 * Gives the user a made file. The browsers of apps ignore downloads of what a page has made, so there
 * a picture is shown, which they save on a long press (docs/adr/0059).
 * @returns a function that offers the file, and the dialog of the shown picture
 */
export function useOfferFile() {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<string | null>(null);

  async function offer(name: string, file: string | Blob): Promise<void> {
    if (file instanceof Blob && file.type === 'image/png' && isInAppBrowser()) {
      setPicture(await readDataUrl(file));
    } else downloadFile(name, file);
  }

  const dialog = (
    <Dialog open={picture !== null} onOpenChange={(open) => !open && setPicture(null)}>
      <DialogContent title={t('qr.holdTitle')} description={t('qr.holdText')}>
        {picture && (
          <img src={picture} alt={t('qr.holdPicture')} className="mx-auto max-h-[60vh] rounded-control" />
        )}
      </DialogContent>
    </Dialog>
  );
  return { offer, dialog };
}
