import { useEffect, useMemo, useRef, useState } from 'react';
import { boothLink, boothSheet } from '../api/booth-files.ts';
import { isReadable } from '../api/check-code.ts';
import { drawSheet } from '../api/draw-sheet.ts';
import { type ColorFault, type ColorPair, colorFault } from '../model/code-colors.ts';

/** The result of reading a style by program; `failed` when the reader cannot be loaded. */
export type CodeCheck = 'checking' | 'readable' | 'unreadable' | 'failed' | ColorFault;

/** Dragging in the picker changes the colour many times a second, ms. */
const SETTLE_MS = 150;

/** A sample as long as every code: the preview before the first code exists. */
const SAMPLE_CODE = 'SampleSampleSampleSample';

/**
 * Draws a code into the canvas of the returned reference, and reads it back as phones would.
 * @param code null before it is made
 */
export function useCodeCheck(code: string | null, { dark, light }: ColorPair, logo: ImageBitmap | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [checked, setChecked] = useState<{ of: object; as: CodeCheck } | null>(null);
  const [attempt, setAttempt] = useState(0);
  // One object for one look, so that an answer is known to belong to the shown code.
  const wanted = useMemo(
    () => ({ code, colors: { dark, light }, logo, attempt }),
    [code, dark, light, logo, attempt],
  );

  useEffect(() => {
    let over = false;
    const timer = setTimeout(async () => {
      const as = await drawAndRead(wanted, canvas.current);
      if (!over) setChecked({ of: wanted, as });
    }, SETTLE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [wanted]);

  const state: CodeCheck = checked?.of === wanted ? checked.as : 'checking';
  return { canvas, state, again: () => setAttempt((count) => count + 1) };
}

interface Wanted {
  code: string | null;
  colors: ColorPair;
  logo: ImageBitmap | null;
}

/** @param shown the canvas on the page; null after it was unmounted */
async function drawAndRead(
  { code, colors, logo }: Wanted,
  shown: HTMLCanvasElement | null,
): Promise<CodeCheck> {
  const content = code ?? SAMPLE_CODE;
  try {
    const drawn = drawSheet(boothSheet(content, colors, logo !== null), logo);
    const context = shown?.getContext('2d');
    if (context) {
      context.canvas.width = drawn.width;
      context.canvas.height = drawn.height;
      context.drawImage(drawn, 0, 0);
    }
    const fault = colorFault(colors);
    if (fault) return fault;
    return (await isReadable(drawn, boothLink(content))) ? 'readable' : 'unreadable';
  } catch {
    return 'failed';
  }
}
