import type { CameraFailure } from '../model/camera-state.ts';
import type { PictureFailure } from '../model/picture-file.ts';

/**
 * Texts for a camera without a picture: the specification's words, then the remedy for this case.
 */
export const FAILURE_TEXTS = {
  unknown: 'scanner.cameraError',
  denied: 'scanner.cameraError',
  missing: 'scanner.cameraError',
  busy: 'scanner.cameraError',
  insecure: 'scanner.cameraError',
  unsupported: 'scanner.cameraError',
  frozen: 'scanner.cameraError',
  reader: 'scanner.readerFailed',
} as const satisfies Record<CameraFailure, string>;

/** The advice shown in place of the camera. */
export const FAILURE_ADVICE = {
  unknown: 'scanner.unknown',
  denied: 'scanner.denied',
  missing: 'scanner.missing',
  busy: 'scanner.busy',
  insecure: 'scanner.insecure',
  unsupported: 'scanner.unsupported',
  frozen: 'scanner.frozen',
  reader: 'scanner.readerFailed',
} as const satisfies Record<CameraFailure, string>;

/** Why a chosen file gave no code, and what to choose instead. */
export const PICTURE_FAILURE_TEXTS = {
  notAPicture: 'scanner.notAPicture',
  heic: 'scanner.heic',
  unreadable: 'scanner.unreadable',
  reader: 'scanner.readerFailed',
} as const satisfies Record<PictureFailure, string>;
