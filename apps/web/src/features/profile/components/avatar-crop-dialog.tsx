import { useEffect, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import 'react-easy-crop/react-easy-crop.css';
import type { Area } from '@/shared/browser/pictures.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.05;
/** The distance that an arrow key moves the picture, in CSS pixels. */
const KEYBOARD_STEP = 6;

interface AvatarCropDialogProps {
  picture: Blob;
  saving: boolean;
  onCut: (area: Area) => void;
  onCancel: () => void;
}

/**
 * Places a picture in the circle that avatars are: by dragging, pinching, the wheel, the slider or
 * the keyboard.
 */
export function AvatarCropDialog({ picture, saving, onCut, onCancel }: AvatarCropDialogProps) {
  const { t } = useTranslation();
  const address = useObjectUrl(picture);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const zoomId = useId();
  return (
    <Dialog open onOpenChange={(open) => !open && !saving && onCancel()}>
      <DialogContent title={t('avatar.cropTitle')} description={t('avatar.cropText')}>
        {/* The cropper measures from the left, whatever the page's direction. */}
        <div dir="ltr" className="relative aspect-square w-full overflow-hidden rounded-card bg-black">
          {address && (
            <Cropper
              image={address}
              crop={crop}
              zoom={zoom}
              maxZoom={MAX_ZOOM}
              aspect={1}
              cropShape="round"
              objectFit="cover"
              showGrid={false}
              keyboardStep={KEYBOARD_STEP}
              // Our own style sheet holds its styles.
              disableAutomaticStylesInjection
              cropperProps={{ role: 'application', 'aria-label': t('avatar.cropArea') }}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(_, pixels) => setArea(pixels)}
            />
          )}
        </div>
        <label htmlFor={zoomId} className="mt-4 flex min-h-11 items-center gap-3 font-semibold text-sm">
          {t('avatar.zoom')}
          <input
            id={zoomId}
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={ZOOM_STEP}
            value={zoom}
            onChange={(event) => setZoom(event.target.valueAsNumber)}
            className="min-h-11 flex-1 accent-primary"
          />
        </label>
        <div className="mt-4 flex gap-3 *:flex-1">
          <Button variant="secondary" disabled={saving} onClick={onCancel}>
            {t('avatar.cancel')}
          </Button>
          <Button busy={saving} disabled={!area} onClick={() => area && onCut(area)}>
            {saving ? t('avatar.saving') : t('avatar.use')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** An address for an <img>, given back when it is no longer shown. */
function useObjectUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
