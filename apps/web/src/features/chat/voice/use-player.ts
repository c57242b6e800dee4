import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { readAloud } from './browser-read-aloud.ts';
import { playableRecording } from './playable-recording.ts';

export interface Player {
  audio: RefObject<HTMLAudioElement | null>;
  state: 'idle' | 'loading' | 'playing' | 'failed';
  /** In s. */
  position: number;
  /** In s; infinite or NaN while it is not known. */
  duration: number;
  /** Plays, pauses, or tries again. */
  toggle: () => void;
  seek: (position: number) => void;
}

/** Only one voice speaks at a time. */
let speaking: HTMLAudioElement | null = null;

/**
 * Pauses the recording that plays, and ends reading aloud, so that they are not heard over another
 * voice.
 */
export function silencePlayers(): void {
  speaking?.pause();
  readAloud.stop();
}

/**
 * Plays one recording: a stored one, or one that is still on this device. The address of a stored
 * one is signed on the first play, and again after a failure; or the server converts it.
 * @param knownDuration in s; NaN when unknown. Recordings of browsers do not contain it.
 */
export function usePlayer(source: string | Blob, knownDuration: number, onPlay: () => () => void): Player {
  const supabase = useSupabase();
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<Player['state']>('idle');
  const [position, setPosition] = useState(0);
  const [measured, setMeasured] = useState(Number.NaN);
  const letGo = useRef<() => void>(undefined);

  const stopped = useEffectEvent((next: Player['state']) => {
    letGo.current?.();
    letGo.current = undefined;
    setState(next);
  });
  const started = useEffectEvent(() => {
    letGo.current ??= onPlay();
    setState('playing');
  });

  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    const over = new AbortController();
    const on = (type: string, listener: () => void) =>
      element.addEventListener(type, listener, { signal: over.signal });
    on('playing', started);
    on('pause', () => stopped('idle'));
    on('ended', () => {
      element.currentTime = 0;
      stopped('idle');
    });
    on('timeupdate', () => setPosition(element.currentTime));
    on('durationchange', () => setMeasured(element.duration));
    on('error', () => {
      // The address may have run out: the next press signs another.
      release(element);
      stopped('failed');
    });
    return () => {
      over.abort();
      element.pause();
      if (speaking === element) speaking = null;
      letGo.current?.();
      release(element);
    };
  }, []);

  async function play() {
    const element = audio.current;
    if (!element) return;
    if (speaking !== element) speaking?.pause();
    readAloud.stop();
    speaking = element;
    setState('loading');
    try {
      if (!element.getAttribute('src')) {
        const src =
          source instanceof Blob
            ? URL.createObjectURL(source)
            : await playableRecording(supabase, source, (type) => element.canPlayType(type) !== '');
        // Meanwhile another one was played, or the page was left.
        if (speaking !== element) {
          URL.revokeObjectURL(src);
          return stopped('idle');
        }
        element.src = src;
      }
      await element.play();
    } catch (error) {
      const { name } = error as Error;
      // The user paused it, or played another one, before it had begun; or it took so long to load
      // that the browser asks for another press.
      if (name === 'AbortError' || name === 'NotAllowedError') return stopped('idle');
      release(element);
      stopped('failed');
    }
  }

  return {
    audio,
    state,
    position,
    duration: Number.isFinite(measured) ? measured : knownDuration,
    toggle() {
      if (state === 'playing') audio.current?.pause();
      else if (state !== 'loading') void play();
    },
    seek(to) {
      if (!audio.current) return;
      audio.current.currentTime = to;
      setPosition(to);
    },
  };
}

function release(element: HTMLAudioElement): void {
  // Frees the recording of a blob; of any other address this does nothing.
  URL.revokeObjectURL(element.src);
  element.removeAttribute('src');
}
