import { useEffect, useEffectEvent, useState } from 'react';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';
import { systemClock } from '../model/clock.ts';
import { useStore } from '../model/use-store.ts';
import { openMicrophone } from './microphone.ts';
import { microphoneProblem } from './microphone-problem.ts';
import { createRecorder, type Recorder, type RecorderState } from './recorder.ts';
import { silencePlayers } from './use-player.ts';

/**
 * Starts recording when its component mounts. A hidden page stops and keeps the recording; when the
 * component or the page goes, the microphone is released and the recording discarded.
 * @param onLeft called when the page goes: a restored page does not record again
 */
export function useRecorder(onLeft: () => void): { recorder: Recorder; state: RecorderState } {
  const [recorder] = useState(() => createRecorder({ clock: systemClock, open: openMicrophone, problemOf }));
  const state = useStore(recorder.state);
  const isVisible = usePageVisible();

  const leave = useEffectEvent(() => {
    recorder.cancel();
    onLeft();
  });

  useEffect(() => {
    silencePlayers();
    void recorder.start();
    // A page in the back-forward cache must not keep recording.
    const onPageHide = () => leave();
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      recorder.cancel();
    };
  }, [recorder]);

  const isRecording = state.kind === 'recording';
  useEffect(() => {
    // The browser may grant its permission while the page is hidden.
    if (!isVisible && isRecording) void recorder.interrupt('hidden');
  }, [isVisible, isRecording, recorder]);

  return { recorder, state };
}

function problemOf(error: unknown) {
  // Logs the error's name alone, which identifies no person (specification 8.7).
  console.warn('The microphone did not open:', error instanceof Error ? error.name : typeof error);
  return microphoneProblem(error);
}
