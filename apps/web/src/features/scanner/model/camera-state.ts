/** The choice of camera (specification 2.16, 4.13): the rear one is the default. */
export type Facing = 'rear' | 'front';

/** Why there is no picture. */
export type CameraFailure =
  | 'denied'
  | 'missing'
  | 'busy'
  | 'insecure'
  | 'unsupported'
  | 'frozen'
  | 'reader'
  | 'unknown';

export type CameraState =
  | { kind: 'idle'; stoppedBefore: boolean }
  | { kind: 'starting' }
  /** `torch`: the camera's light, if it has one. */
  | { kind: 'active'; torch: 'none' | 'off' | 'on' }
  /** Off while the page is out of sight; it comes back with the page. */
  | { kind: 'paused' }
  /** A join link was read: the camera is off and the join page opens. */
  | { kind: 'found' }
  | { kind: 'error'; failure: CameraFailure };

/**
 * Reads why `getUserMedia` failed.
 * @param error what it rejected with; null when the browser has no `getUserMedia`
 * @param secure whether the page's address is secure: on plain http addresses no browser has it
 */
export function cameraFailure(error: unknown, secure: boolean): CameraFailure {
  if (error === null) return secure ? 'unsupported' : 'insecure';
  switch ((error as { name?: string }).name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'unknown';
  }
}

/** @returns whether a camera is open, or on its way. */
export function isRunning(state: CameraState): boolean {
  return state.kind === 'active' || state.kind === 'starting';
}

/** @returns the other camera. */
export function otherFacing(facing: Facing): Facing {
  return facing === 'rear' ? 'front' : 'rear';
}
