import { FileImage, Undo2, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/cn.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialog.tsx';
import type { ScanFill } from './use-scan-fill.ts';

interface ScannedPictureProps {
  scan: ScanFill;
  /** Stands in a column of its own on a wide screen, where the picture has room. */
  column?: boolean;
}

/** The picture that was read, beside the fields that it filled, to compare them; and a way back. */
export function ScannedPicture({ scan, column = false }: ScannedPictureProps) {
  const { t } = useTranslation();
  // Which picture the browser could not show: HEIC, most often. The next one is tried again.
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const { picture } = scan;
  if (!picture) return null;
  const count = Object.keys(scan.filled).length;
  return (
    <div
      className={cn(
        'flex animate-rise items-center gap-3 rounded-card border border-line bg-surface p-3',
        column && 'lg:grid',
      )}
    >
      {unreadable === picture ? (
        <span className="grid h-20 w-28 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
          <FileImage aria-hidden="true" className="size-8" />
        </span>
      ) : (
        <Dialog>
          <DialogTrigger
            aria-label={t('scan.enlarge')}
            className={cn(
              'relative h-20 w-28 shrink-0 overflow-hidden rounded-control bg-sunken',
              column && 'lg:h-auto lg:w-full',
            )}
          >
            <img
              src={picture}
              alt=""
              onError={() => setUnreadable(picture)}
              className={cn('size-full object-contain', column && 'lg:max-h-56')}
            />
            <span className="absolute end-1 bottom-1 grid size-7 place-items-center rounded-full bg-black/60 text-white">
              <ZoomIn aria-hidden="true" className="size-4" />
            </span>
          </DialogTrigger>
          <DialogContent title={t('scan.picture')} className="sm:max-w-2xl">
            <img src={picture} alt={t('scan.pictureAlt')} className="max-h-[70dvh] w-full object-contain" />
          </DialogContent>
        </Dialog>
      )}
      <div className="min-w-0">
        <p className="text-sm">{t('scan.filled', { count })}</p>
        {count > 0 && (
          <Button variant="link" size="inline" onClick={scan.undo}>
            <Undo2 aria-hidden="true" className="flip-rtl size-4" />
            {t('scan.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
