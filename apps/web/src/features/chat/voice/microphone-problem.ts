/** Why there is no recording. */
export type MicrophoneProblem =
  /** The person, or the browser's settings, refuse. */
  | 'blocked'
  /** The device has no microphone. */
  | 'missing'
  /** Another program has it. */
  | 'busy'
  /** This browser cannot record. */
  | 'unsupported'
  /** The page was not opened by https. */
  | 'insecure'
  /** Nothing was heard, or for too short a time. */
  | 'nothing-recorded'
  | 'unknown';

/**
 * The page cannot record at all: the browser has no recorder, or keeps microphones from pages that
 * are not https.
 */
export class NoRecorderError extends Error {
  override readonly name = 'NoRecorderError';
  /** Whether the page's address is secure: the browser is what cannot record, then. */
  readonly secure: boolean;

  constructor(secure = window.isSecureContext) {
    super('this page cannot record');
    this.secure = secure;
  }
}

/**
 * Reads why a microphone did not open, by the names that browsers give (Media Capture and Streams,
 * section 10.3).
 */
export function microphoneProblem(error: unknown): MicrophoneProblem {
  if (error instanceof NoRecorderError) return error.secure ? 'unsupported' : 'insecure';
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'blocked';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    case 'NotSupportedError':
      return 'unsupported';
    default:
      return 'unknown';
  }
}
