import { Pause, Play, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import { formatDuration } from './format-duration.ts';
import { usePlayer } from './use-player.ts';

interface VoiceMessageProps {
  /**
   * Its name in the bucket of the chat's files, or the recording on this device that is not
   * uploaded yet.
   */
  source: string | Blob;
  durationMs: number | null | undefined;
  /** Called when it begins to play; the returned function is called when it stops. */
  onPlay: () => () => void;
}

/**
 * The audio player (specification 2.21): the recording is fetched when the user wants to hear it.
 */
export function VoiceMessage({ source, durationMs, onPlay }: VoiceMessageProps) {
  const { t } = useTranslation();
  const { audio, state, position, duration, toggle, seek } = usePlayer(
    source,
    durationMs ? durationMs / 1000 : Number.NaN,
    onPlay,
  );
  const isPlaying = state === 'playing';
  const label =
    state === 'failed' ? t('chat.audioRetry') : t(isPlaying ? 'chat.audioPause' : 'chat.audioPlay');
  const known = Number.isFinite(duration) && duration > 0;
  return (
    <fieldset className="w-64 min-w-0 max-w-full">
      <legend className="sr-only">{t('chat.audio')}</legend>
      {/* Time runs from left to right everywhere, as on every recorder. */}
      <div dir="ltr" className="flex items-center gap-2">
        <button
          type="button"
          aria-label={label}
          aria-busy={state === 'loading'}
          onClick={toggle}
          className="grid size-(--target) shrink-0 place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-hover"
        >
          <PlayerIcon state={state} />
        </button>
        <input
          type="range"
          aria-label={t('chat.audioPosition')}
          aria-valuetext={formatDuration(position)}
          min={0}
          max={known ? duration : 1}
          step="any"
          value={known ? Math.min(position, duration) : 0}
          disabled={!known}
          onChange={(event) => seek(event.target.valueAsNumber)}
          className="h-11 min-w-0 flex-1 accent-primary"
        />
        <span className="min-w-10 text-end text-ink-soft text-xs tabular-nums">
          {formatDuration(isPlaying || position > 0 || !known ? position : duration)}
        </span>
      </div>
      {state === 'failed' && (
        <p role="alert" className="text-danger text-xs">
          {t('chat.audioFailed')}
        </p>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: a voice message has no captions; its text, if
         any, is below. */}
      <audio ref={audio} preload="none" className="hidden" />
    </fieldset>
  );
}

function PlayerIcon({ state }: { state: ReturnType<typeof usePlayer>['state'] }) {
  if (state === 'loading') return <Spinner className="size-5" />;
  const Icon = { idle: Play, playing: Pause, failed: RotateCw }[state];
  return <Icon aria-hidden="true" className="size-5" />;
}
