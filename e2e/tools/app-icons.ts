import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../../scripts/lib/browser.ts';

// Draws apps/web/public/icons/*.png from the mark in favicon.svg: `npx tsx e2e/tools/app-icons.ts`.
// Home screens want PNG; a browser draws them, as the tests have one anyway.

const PUBLIC = path.resolve(import.meta.dirname, '../../apps/web/public');
/** Primary of the light theme and paper, see shared/styles/tokens.css. */
const GROUND = '#0b5c60';
const MARK = '#fbf8f2';

/** Lower than the middle by this part of the width: the mark's weight is in its upper half. */
const LOWERED = 0.025;

interface Icon {
  file: string;
  size: number;
  /**
   * Part of the width that the mark takes. A maskable icon may lose all beyond a circle of 80 %.
   */
  mark: number;
  /** Corner radius as a part of the width; home screens that cut corners themselves get none. */
  radius: number;
}

const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, mark: 0.8, radius: 0.22 },
  { file: 'icon-512.png', size: 512, mark: 0.8, radius: 0.22 },
  { file: 'maskable-512.png', size: 512, mark: 0.66, radius: 0 },
  { file: 'apple-touch-icon.png', size: 180, mark: 0.78, radius: 0 },
];

const shape = /<path[^>]* d="([^"]+)"/.exec(readFileSync(path.join(PUBLIC, 'favicon.svg'), 'utf8'))?.[1];
if (!shape) throw new Error('favicon.svg has no path');
mkdirSync(path.join(PUBLIC, 'icons'), { recursive: true });
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  for (const icon of ICONS) {
    const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing(icon, shape)}`);
    await page.screenshot({ path: path.join(PUBLIC, 'icons', icon.file), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}

/** The mark of 32 units. */
function drawing({ size, mark, radius }: Icon, shape: string): string {
  const scale = (size * mark) / 32;
  const offset = (size - 32 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="${GROUND}"/>
    <path transform="translate(${offset} ${offset + size * LOWERED}) scale(${scale})" fill="${MARK}" fill-rule="evenodd" d="${shape}"/>
  </svg>`;
}
