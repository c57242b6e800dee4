import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSupabase } from '../../../lib/supabase.ts';
import { signChatFile } from '../api/chat-file-url.ts';

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

/** Plays one stored recording; its address is signed when it is first played, and anew after a failure. */
export function usePlayer(path: string, onPlay: () => () => void): Player {
  const supabase = useSupabase();
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<Player['state']>('idle');
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(Number.NaN);
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
    on('durationchange', () => setDuration(element.duration));
    on('error', () => {
      // The address may have run out: the next press signs another.
      element.removeAttribute('src');
      stopped('failed');
    });
    return () => {
      over.abort();
      element.pause();
      if (speaking === element) speaking = null;
      letGo.current?.();
    };
  }, []);

  async function play() {
    const element = audio.current;
    if (!element) return;
    if (speaking !== element) speaking?.pause();
    speaking = element;
    setState('loading');
    try {
      if (!element.getAttribute('src')) {
        const src = await signChatFile(supabase, path);
        // Meanwhile another one was played, or the page was left.
        if (speaking !== element) return stopped('idle');
        element.src = src;
      }
      await element.play();
    } catch (error) {
      // Somebody paused it, or played another one, before it had begun.
      if (error instanceof DOMException && error.name === 'AbortError') return stopped('idle');
      element.removeAttribute('src');
      stopped('failed');
    }
  }

  return {
    audio,
    state,
    position,
    duration,
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
