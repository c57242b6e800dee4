import type { Symbology } from '@dragoman/domain/cards/badge-symbologies';
import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { readPicture } from '../api/read-picture.ts';
import { PICTURE_FAILURE_TEXTS } from './failure-texts.ts';

interface PictureButtonProps {
  /** The camera has failed, so this is the next thing to do. */
  prominent: boolean;
  symbologies: readonly Symbology[];
  onCode: (text: string) => void;
  onNothing: () => void;
}

/** Reads the code in a picture from the gallery; the picture stays on the device. */
export function PictureButton({ prominent, symbologies, onCode, onNothing }: PictureButtonProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);

  async function read(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = event.target.files ?? [];
    if (!file) return;
    setReading(true);
    const result = await readPicture(file, symbologies);
    setReading(false);
    // Or choosing the same picture again would be no change.
    if (input.current) input.current.value = '';
    // The page may have been left meanwhile.
    else return;
    if (result.kind === 'code') onCode(result.text);
    else if (result.kind === 'nothing') onNothing();
    else {
      toast.error(t('scanner.pictureFailed'), {
        id: 'scan',
        description: t(PICTURE_FAILURE_TEXTS[result.failure]),
      });
    }
  }

  return (
    <div className="mt-3">
      <input ref={input} type="file" accept="image/*" hidden onChange={(event) => void read(event)} />
      <Button
        variant={prominent ? 'primary' : 'secondary'}
        className="w-full"
        aria-disabled={reading}
        onClick={() => !reading && input.current?.click()}
      >
        <ImageUp aria-hidden="true" className="size-5" />
        {t(reading ? 'scanner.readingPicture' : 'scanner.choosePicture')}
      </Button>
    </div>
  );
}
