export interface FrameLoopPorts {
  /** Looks for a code in the present frame; null without a code. */
  read(): Promise<string | null>;
  /** Called with each code read. @returns false to end the loop. */
  onCode(text: string): boolean;
  /** Frames could not be read several times in a row; the loop has ended. */
  onBroken(): void;
  /** Calls back when the next frame is due. @returns a function that calls it off. */
  schedule(callback: () => void): () => void;
}

/**
 * A single frame may fail (the camera is being switched); this many in a row will not get better.
 */
export const BROKEN_AFTER = 5;

/**
 * Reads frames one after the other: a new one only when the last one is done, so that a slow phone
 * skips frames instead of piling them up.
 * @returns a function that ends the loop; it prevents all later callbacks, even during a read
 */
export function startFrameLoop({ read, onCode, onBroken, schedule }: FrameLoopPorts): () => void {
  let over = false;
  let failures = 0;
  let callOff = schedule(step);

  async function step(): Promise<void> {
    const outcome = await read().then(
      (text) => ({ text }),
      () => null,
    );
    if (over) return;
    failures = outcome ? 0 : failures + 1;
    if (failures >= BROKEN_AFTER) {
      over = true;
      onBroken();
    } else if (outcome?.text && !onCode(outcome.text)) over = true;
    else callOff = schedule(step);
  }

  return () => {
    over = true;
    callOff();
  };
}
