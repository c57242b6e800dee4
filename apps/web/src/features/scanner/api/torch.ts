/**
 * Properties of a camera's track that TypeScript's DOM library lacks (Media Capture: image capture
 * extensions).
 */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}
interface TorchConstraints extends MediaTrackConstraintSet {
  torch?: boolean;
}

/** @returns whether a stream's camera has a light that can be switched. Never throws. */
export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  // Firefox has no getCapabilities for cameras.
  const capabilities: TorchCapabilities | undefined = track?.getCapabilities?.();
  return capabilities?.torch === true;
}

/**
 * Switches the light, which goes out with the track.
 * @returns whether the camera did as told. Never rejects.
 */
export async function switchTorch(stream: MediaStream, on: boolean): Promise<boolean> {
  const [track] = stream.getVideoTracks();
  const torch: TorchConstraints = { torch: on };
  try {
    await track?.applyConstraints({ advanced: [torch] });
    return track !== undefined;
  } catch {
    return false;
  }
}
