export interface Size {
  width: number;
  height: number;
}

/** The source of a frame: a camera's video, or a chosen picture. */
export type CodeSource = HTMLVideoElement | HTMLImageElement;

/** @returns the size of the source's own picture in px; 0 by 0 before it has one */
export function sourceSize(source: CodeSource): Size {
  return 'videoWidth' in source
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.naturalWidth, height: source.naturalHeight };
}

/**
 * The size to read a frame at. A join link's code has some 33 modules a side; much more than 640 px
 * costs a phone time and gains nothing, except for a code far away, which a capture by hand may
 * look for.
 * @returns the frame's size scaled down to `longest` px, never up; null while the camera has no
 * picture.
 */
export function frameSize(frame: Size, longest: number): Size | null {
  if (frame.width === 0 || frame.height === 0) return null;
  const scale = Math.min(1, longest / Math.max(frame.width, frame.height));
  return { width: Math.round(frame.width * scale), height: Math.round(frame.height * scale) };
}
