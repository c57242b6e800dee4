import { FileImage, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { Dialog, DialogContent, DialogTrigger } from '@/shared/ui/overlay/dialog.tsx';

interface DocumentPictureProps {
  /** Address of the picture. */
  src: string;
  /** Size of the frame. */
  className?: string | undefined;
}

/**
 * The picture of a document in a frame, which a press enlarges; a sign where the browser cannot
 * show it.
 */
export function DocumentPicture({ src, className }: DocumentPictureProps) {
  const { t } = useTranslation();
  // Which picture the browser could not show: HEIC, most often. The next one is tried again.
  const [unreadable, setUnreadable] = useState<string | null>(null);
  if (unreadable === src) {
    return (
      <span className="grid h-20 w-28 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
        <FileImage aria-hidden="true" className="size-8" />
      </span>
    );
  }
  return (
    <Dialog>
      <DialogTrigger
        aria-label={t('scan.enlarge')}
        className={cn('relative shrink-0 overflow-hidden rounded-control bg-sunken', className)}
      >
        <img src={src} alt="" onError={() => setUnreadable(src)} className="size-full object-contain" />
        <span className="absolute end-1 bottom-1 grid size-7 place-items-center rounded-full bg-black/60 text-white">
          <ZoomIn aria-hidden="true" className="size-4" />
        </span>
      </DialogTrigger>
      <DialogContent title={t('scan.picture')} className="sm:max-w-2xl">
        <img src={src} alt={t('scan.pictureAlt')} className="max-h-[70dvh] w-full object-contain" />
      </DialogContent>
    </Dialog>
  );
}
