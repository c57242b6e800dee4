import { CameraOff, ScanLine } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import type { CameraState, Facing } from '../model/camera-state.ts';
import { FAILURE_ADVICE } from './failure-texts.ts';
import './scan-frame.css';

interface CameraViewProps {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  facing: Facing;
  /** What is said once a code was found. */
  found: string;
  onCapture: () => void;
}

/**
 * The camera's picture with the place for the code and the moving line; a tap captures one frame.
 */
export function CameraView({ video, state, facing, found, onCapture }: CameraViewProps) {
  const { t } = useTranslation();
  const active = state.kind === 'active';
  return (
    <div
      className={cn(
        'relative w-full overflow-hidden rounded-card bg-deep text-white',
        // A camera that has failed makes room for the ways around it.
        state.kind !== 'error' && 'aspect-[3/4] max-h-[58dvh] sm:aspect-square',
      )}
    >
      {/* The video lies in the button, so that a tap on the picture counts as a press. */}
      <button
        type="button"
        disabled={!active}
        onClick={onCapture}
        aria-label={t('scanner.capture')}
        className="absolute inset-0 block size-full focus-visible:-outline-offset-4 focus-visible:outline-white"
      >
        <video
          ref={video}
          playsInline
          muted
          className={cn(
            'size-full object-cover transition-opacity duration-150',
            active ? 'opacity-100' : 'opacity-0',
            facing === 'front' && '-scale-x-100',
          )}
        />
      </button>
      {active && <ScanFrame />}
      <Notice state={state} found={found} />
    </div>
  );
}

function ScanFrame() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 grid place-items-center">
      <div className="relative aspect-square w-3/4 max-w-80 overflow-hidden rounded-card outline-2 outline-white/90 ring-[100vmax] ring-black/35">
        <div className="scan-line absolute inset-x-0 top-0 h-full border-accent border-t-2" />
      </div>
    </div>
  );
}

/** Replaces the picture. It is a live region from the start, so that every change is announced. */
function Notice({ state, found }: { state: CameraState; found: string }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className={cn(
        'pointer-events-none grid place-content-center justify-items-center gap-3 text-balance p-8 text-center text-sm',
        state.kind === 'error' ? 'relative min-h-64' : 'absolute inset-0',
      )}
    >
      {(state.kind === 'starting' || state.kind === 'paused') && (
        <>
          <Spinner className="size-7" />
          <p>{t('scanner.starting')}</p>
        </>
      )}
      {state.kind === 'active' && <p className="sr-only">{t('scanner.started')}</p>}
      {state.kind === 'found' && <p>{found}</p>}
      {state.kind === 'idle' && (
        <>
          <ScanLine aria-hidden="true" className="size-10 opacity-80" />
          <p>{t('scanner.idle')}</p>
        </>
      )}
      {state.kind === 'error' && (
        <>
          <CameraOff aria-hidden="true" className="size-10 opacity-80" />
          <p>{t(FAILURE_ADVICE[state.failure])}</p>
          {state.failure !== 'reader' && <p>{t('scanner.orPicture')}</p>}
        </>
      )}
    </div>
  );
}
