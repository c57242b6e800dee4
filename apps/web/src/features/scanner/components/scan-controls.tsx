import { Camera, Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';
import { isRunning } from '../model/camera-state.ts';
import type { Scanner } from './use-scanner.ts';

/** Start, stop and switch the camera and its light, in the thumb's reach. */
export function ScanControls({ scanner }: { scanner: Scanner }) {
  const { t } = useTranslation();
  const { state } = scanner;
  const again =
    state.kind === 'error' || state.kind === 'paused' || (state.kind === 'idle' && state.stoppedBefore);
  const torch = state.kind === 'active' ? state.torch : 'none';
  return (
    <div className="mt-4 flex flex-wrap justify-center gap-3">
      {isRunning(state) ? (
        <Button variant="secondary" size="lg" onClick={scanner.stop}>
          {t('scanner.stop')}
        </Button>
      ) : (
        <Button
          variant={state.kind === 'error' ? 'secondary' : 'primary'}
          size="lg"
          onClick={scanner.start}
          disabled={state.kind === 'found'}
        >
          <Camera aria-hidden="true" className="size-5" />
          {t(again ? 'scanner.startAgain' : 'scanner.start')}
        </Button>
      )}
      <IconButton name={t('scanner.switchCamera')} onClick={scanner.switchCamera}>
        <SwitchCamera aria-hidden="true" className="size-5" />
      </IconButton>
      {torch !== 'none' && (
        <IconButton name={t('scanner.torch')} pressed={torch === 'on'} onClick={scanner.toggleTorch}>
          {torch === 'on' ? (
            <FlashlightOff aria-hidden="true" className="size-5" />
          ) : (
            <Flashlight aria-hidden="true" className="size-5" />
          )}
        </IconButton>
      )}
    </div>
  );
}

interface IconButtonProps {
  name: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ name, pressed, onClick, children }: IconButtonProps) {
  return (
    <Tooltip text={name}>
      <Button
        variant="secondary"
        size="icon"
        aria-label={name}
        aria-pressed={pressed}
        onClick={onClick}
        className="size-13 aria-pressed:border-accent aria-pressed:bg-accent-tint"
      >
        {children}
      </Button>
    </Tooltip>
  );
}
