import type { Symbology } from '@dragoman/domain/cards/badge-symbologies';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { openCamera, showStream, stopCamera } from '../api/camera.ts';
import { browserParts, createCodeReader } from '../api/code-reader.ts';
import { hasTorch, switchTorch } from '../api/torch.ts';
import {
  type CameraFailure,
  type CameraState,
  type Facing,
  isRunning,
  otherFacing,
} from '../model/camera-state.ts';
import type { CodeReader } from '../model/code-reader.ts';
import { startFrameLoop } from '../model/frame-loop.ts';
import { createFrameWatch } from '../model/frame-watch.ts';
import { usePageAttention } from './use-page-attention.ts';

/** Distance of two readings, in ms: a code is found within a blink, and the phone stays cool. */
const READ_EVERY_MS = 120;
/** Longest side of a frame, in px, when reading continuously and when captured by hand. */
const LOOP_FRAME = 640;
/** The same for the finer symbologies of badges. */
const BADGE_FRAME = 1280;
const CAPTURE_FRAME = 1280;

interface ScannerHandlers {
  /** What to look for; the same for the life of the screen. */
  symbologies: readonly Symbology[];
  /** @returns whether to continue reading */
  onCode: (text: string) => boolean;
  onNothingCaptured: () => void;
  onFailure: (failure: CameraFailure) => void;
}

export interface Scanner {
  state: CameraState;
  facing: Facing;
  start: () => void;
  stop: () => void;
  switchCamera: () => void;
  /** Switches the light of a camera that has one. */
  toggleTorch: () => void;
  /** Reads the present frame on request. */
  capture: () => void;
  /** Handles a code that was read elsewhere, such as in a picture. */
  take: (text: string) => void;
}

/** The resources of one start; closing them is safe at any time and any number of times. */
interface Run {
  over: boolean;
  stream: MediaStream | null;
  reader: CodeReader | null;
  endLoop: (() => void) | null;
}

/**
 * The camera and the reading of its frames (specification 4.13). Leaving the screen stops
 * everything; while the page is out of sight the camera is off, and comes back with it.
 */
export function useScanner(video: RefObject<HTMLVideoElement | null>, handlers: ScannerHandlers): Scanner {
  const [state, setState] = useState<CameraState>({ kind: 'idle', stoppedBefore: false });
  const [facing, setFacing] = useState<Facing>('rear');
  const loopFrame = handlers.symbologies.length > 1 ? BADGE_FRAME : LOOP_FRAME;
  const current = useRef<Run | null>(null);
  const onCode = useEffectEvent(handlers.onCode);
  const onNothing = useEffectEvent(handlers.onNothingCaptured);
  const onFailure = useEffectEvent(handlers.onFailure);

  const close = useCallback(() => {
    const run = current.current;
    current.current = null;
    if (!run) return;
    run.over = true;
    run.endLoop?.();
    if (run.stream) stopCamera(run.stream);
    if (video.current) video.current.srcObject = null;
  }, [video]);

  useEffect(() => close, [close]);

  usePageAttention({
    onHidden() {
      if (!isRunning(state)) return;
      close();
      setState({ kind: 'paused' });
    },
    onShown() {
      if (state.kind === 'paused') void open(facing);
    },
  });

  function fail(failure: CameraFailure): void {
    close();
    setState({ kind: 'error', failure });
    onFailure(failure);
  }

  /** @returns whether to continue reading */
  function take(text: string): boolean {
    if (onCode(text)) return true;
    close();
    setState({ kind: 'found' });
    return false;
  }

  async function open(wanted: Facing): Promise<void> {
    close();
    const run: Run = { over: false, stream: null, reader: null, endLoop: null };
    current.current = run;
    setState({ kind: 'starting' });
    // The reader loads while the user answers the browser's question.
    const loading = createCodeReader(browserParts(handlers.symbologies)).catch(() => null);
    const camera = await openCamera(wanted);
    if (!camera.ok) {
      if (!run.over) fail(camera.failure);
      return;
    }
    if (run.over) return stopCamera(camera.stream);
    run.stream = camera.stream;
    const shown = video.current !== null && (await showStream(video.current, camera.stream));
    const reader = await loading;
    if (run.over) return;
    if (!shown) return fail('frozen');
    if (!reader) return fail('reader');
    begin(run, reader, camera.stream);
  }

  function begin(run: Run, reader: CodeReader, stream: MediaStream): void {
    run.reader = reader;
    // Unplugged, or taken by another app.
    stream.getVideoTracks()[0]?.addEventListener('ended', () => {
      if (!run.over) fail('frozen');
    });
    const isFrozen = createFrameWatch();
    run.endLoop = startFrameLoop({
      async read() {
        if (!video.current) return null;
        if (isFrozen(video.current.currentTime, performance.now())) fail('frozen');
        return run.over ? null : reader.read(video.current, loopFrame);
      },
      onCode: take,
      onBroken: () => fail('reader'),
      schedule(callback) {
        const timer = setTimeout(callback, READ_EVERY_MS);
        return () => clearTimeout(timer);
      },
    });
    setState({ kind: 'active', torch: hasTorch(stream) ? 'off' : 'none' });
  }

  async function readOnce(): Promise<void> {
    const run = current.current;
    if (!run?.reader || !video.current) return;
    const text = await run.reader.read(video.current, CAPTURE_FRAME).catch(() => null);
    if (run.over) return;
    if (text) take(text);
    else onNothing();
  }

  async function toggleTorch(): Promise<void> {
    const run = current.current;
    if (state.kind !== 'active' || state.torch === 'none' || !run?.stream) return;
    const wanted = state.torch === 'off' ? 'on' : 'off';
    const done = await switchTorch(run.stream, wanted === 'on');
    // A light that refuses is no light: the button goes.
    if (!run.over) setState({ kind: 'active', torch: done ? wanted : 'none' });
  }

  return {
    state,
    facing,
    start: () => void open(facing),
    stop() {
      close();
      setState({ kind: 'idle', stoppedBefore: true });
    },
    switchCamera() {
      const other = otherFacing(facing);
      setFacing(other);
      if (isRunning(state) || state.kind === 'error') void open(other);
    },
    toggleTorch: () => void toggleTorch(),
    capture: () => void readOnce(),
    take: (text) => void take(text),
  };
}
