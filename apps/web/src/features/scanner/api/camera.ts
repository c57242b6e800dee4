import { type CameraFailure, cameraFailure, type Facing } from '../model/camera-state.ts';

export type OpenedCamera = { ok: true; stream: MediaStream } | { ok: false; failure: CameraFailure };

/** A camera that another program holds sends no picture and says nothing. */
const FIRST_FRAME_TIMEOUT_MS = 8_000;

/** Opens a camera, video only (specification 7.9). Never rejects. */
export async function openCamera(facing: Facing): Promise<OpenedCamera> {
  if (!navigator.mediaDevices?.getUserMedia)
    return { ok: false, failure: cameraFailure(null, window.isSecureContext) };
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        // `ideal`, not `exact`: a laptop has only one camera.
        facingMode: { ideal: facing === 'rear' ? 'environment' : 'user' },
        width: { ideal: 1280 },
        height: { ideal: 720 },
      },
    });
    return { ok: true, stream };
  } catch (error) {
    return { ok: false, failure: cameraFailure(error, window.isSecureContext) };
  }
}

/** Stops all tracks: the camera's light goes out. */
export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Shows a stream in a video element. @returns whether a picture came. Never rejects. */
export async function showStream(video: HTMLVideoElement, stream: MediaStream): Promise<boolean> {
  video.srcObject = stream;
  try {
    await Promise.race([video.play(), timeout(FIRST_FRAME_TIMEOUT_MS)]);
    return video.videoWidth > 0;
  } catch {
    return false;
  }
}

function timeout(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('timeout')), ms));
}
