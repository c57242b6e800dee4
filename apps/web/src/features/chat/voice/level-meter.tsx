import { useEffect, useState } from 'react';

const BARS = 40;
/** A syllable is about twice as long. */
const STEP_MS = 100;
/** Silence is a row of dots, in percent of the height. */
const LEAST = 8;

/**
 * The sound level of the last seconds, the newest at the end, so that the user sees that the
 * microphone works.
 */
export function LevelMeter({ level }: { level: () => number }) {
  const [levels, setLevels] = useState<readonly number[]>(() => Array.from({ length: BARS }, () => 0));
  useEffect(() => {
    const timer = setInterval(() => setLevels((known) => [...known.slice(1), level()]), STEP_MS);
    return () => clearInterval(timer);
  }, [level]);
  return (
    // Time runs from left to right everywhere, as in the player.
    <div aria-hidden="true" dir="ltr" className="flex h-8 min-w-0 flex-1 items-center justify-end gap-px">
      {levels.map((each, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: places that stay while levels pass through them.
          key={place}
          className="min-w-px max-w-1 flex-1 rounded-full bg-primary"
          style={{ height: `${Math.max(LEAST, Math.round(each * 100))}%` }}
        />
      ))}
    </div>
  );
}
