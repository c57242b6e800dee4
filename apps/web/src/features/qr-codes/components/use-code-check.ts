import { useEffect, useRef, useState } from 'react';
import { boothLink, boothSheet } from '../api/booth-files.ts';
import { isReadable } from '../api/check-code.ts';
import { drawSheet } from '../api/draw-sheet.ts';
import { type ColorFault, type ColorPair, colorFault } from '../model/code-colors.ts';

/** What a program makes of a style; `failed` when the reader cannot be loaded. */
export type CodeCheck = 'checking' | 'readable' | 'unreadable' | 'failed' | ColorFault;

/** Colours come by the dozen while somebody drags in the picker, ms. */
const SETTLE_MS = 150;

/** As long as every code is: what is shown before there is one. */
const SAMPLE_CODE = 'SampleSampleSampleSample';

/**
 * Draws a code into the canvas of the returned reference, and reads it back as phones would.
 * @param code null before it is made
 */
export function useCodeCheck(code: string | null, { dark, light }: ColorPair, logo: ImageBitmap | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [checked, setChecked] = useState<{ of: string; as: CodeCheck } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const logoNumber = useNumberOf(logo);
  const wanted = [code, dark, light, logoNumber, attempt].join(' ');

  useEffect(() => {
    let over = false;
    const shown = code ?? SAMPLE_CODE;
    const timer = setTimeout(async () => {
      const drawn = drawSheet(boothSheet(shown, { dark, light }, logo !== null), logo);
      const context = canvas.current?.getContext('2d');
      if (context) {
        context.canvas.width = drawn.width;
        context.canvas.height = drawn.height;
        context.drawImage(drawn, 0, 0);
      }
      const as = colorFault({ dark, light }) ?? (await readBack(drawn, boothLink(shown)));
      if (!over) setChecked({ of: wanted, as });
    }, SETTLE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [code, dark, light, logo, wanted]);

  const state: CodeCheck = checked?.of === wanted ? checked.as : 'checking';
  return { canvas, state, again: () => setAttempt((count) => count + 1) };
}

async function readBack(drawn: HTMLCanvasElement, link: string): Promise<CodeCheck> {
  try {
    return (await isReadable(drawn, link)) ? 'readable' : 'unreadable';
  } catch {
    return 'failed';
  }
}

/** Tells one object from the next in a text. */
function useNumberOf(thing: object | null): number {
  const known = useRef({ thing, number: 0 });
  if (known.current.thing !== thing) known.current = { thing, number: known.current.number + 1 };
  return known.current.number;
}
