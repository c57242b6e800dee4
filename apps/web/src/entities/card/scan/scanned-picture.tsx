import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { DocumentPicture } from './document-picture.tsx';
import type { ScanFill } from './use-scan-fill.ts';

interface ScannedPictureProps {
  scan: ScanFill;
  /** Uses a column of its own on a wide screen, where the picture has room. */
  column?: boolean;
}

/** The picture that was read, beside the fields that it filled, to compare them; and a way back. */
export function ScannedPicture({ scan, column = false }: ScannedPictureProps) {
  const { t } = useTranslation();
  const { picture } = scan;
  if (!picture) return null;
  const count = Object.keys(scan.filled).length;
  return (
    <div
      className={cn(
        'flex animate-rise flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3',
        column && 'lg:grid',
      )}
    >
      <DocumentPicture
        src={picture}
        className={cn('h-20 w-28', column && 'lg:h-auto lg:max-h-56 lg:w-full')}
      />
      <div className="min-w-0 flex-1 basis-32">
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
