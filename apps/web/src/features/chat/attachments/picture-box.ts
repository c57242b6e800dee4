/** The largest picture in a bubble, in px. */
export const MAX_PICTURE_WIDTH = 260;
export const MAX_PICTURE_HEIGHT = 300;
/** Room for a message and its button, however slim the picture is, in px. */
const MIN_SIDE = 132;

/**
 * The place of a picture in a bubble, known before it is loaded, so that nothing moves when it
 * comes.
 * @param width @param height of the picture, in pixels; where unknown, the place is a square
 */
export function pictureBox(
  width: number | null | undefined,
  height: number | null | undefined,
): { width: number; aspectRatio: string } {
  if (!width || !height) return { width: MAX_PICTURE_WIDTH, aspectRatio: '1 / 1' };
  const scale = Math.min(MAX_PICTURE_WIDTH / width, MAX_PICTURE_HEIGHT / height, 1);
  const shown = {
    width: Math.round(Math.max(MIN_SIDE, width * scale)),
    height: Math.round(Math.max(MIN_SIDE, height * scale)),
  };
  return { width: shown.width, aspectRatio: `${shown.width} / ${shown.height}` };
}
