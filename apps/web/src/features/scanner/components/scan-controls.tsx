import { Camera, SwitchCamera } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Tooltip } from '../../../components/ui/tooltip.tsx';
import type { Scanner } from './use-scanner.ts';

/** Start, stop and switch the camera, in the thumb's reach. */
export function ScanControls({ scanner }: { scanner: Scanner }) {
  const { t } = useTranslation();
  const { state } = scanner;
  const running = state.kind === 'active' || state.kind === 'starting';
  const again = state.kind === 'error' || (state.kind === 'idle' && state.stoppedBefore);
  return (
    <div className="mt-4 flex justify-center gap-3">
      {running ? (
        <Button variant="secondary" size="lg" onClick={scanner.stop}>
          {t('scanner.stop')}
        </Button>
      ) : (
        <Button size="lg" onClick={scanner.start} disabled={state.kind === 'found'}>
          <Camera aria-hidden="true" className="size-5" />
          {t(again ? 'scanner.startAgain' : 'scanner.start')}
        </Button>
      )}
      <Tooltip text={t('scanner.switchCamera')}>
        <Button
          variant="secondary"
          size="icon"
          aria-label={t('scanner.switchCamera')}
          onClick={scanner.switchCamera}
          className="size-13"
        >
          <SwitchCamera aria-hidden="true" className="size-5" />
        </Button>
      </Tooltip>
    </div>
  );
}
