/** What browsers give a key press that an input method has processed, in place of the key's code. */
const PROCESSED_BY_INPUT_METHOD = 229;

/**
 * Whether a key press belongs to an input method, in which Enter and Escape choose and discard
 * candidates. Safari sends `compositionend` before the `keydown` of the Enter that chooses, so that
 * only the key code tells.
 */
export function isComposing(press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === PROCESSED_BY_INPUT_METHOD;
}
