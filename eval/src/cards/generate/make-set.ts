import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import QRCode from 'qrcode';
import { ensureBrowser } from '../../../../scripts/lib/browser.ts';
import type { Truth } from '../truth.ts';
import { degrade } from './degrade.ts';
import { type Item, inventItems } from './items.ts';
import { inventLook } from './layout-parts.ts';
import { draw } from './layouts.ts';
import { seededRandom } from './random.ts';

/**
 * Draws the own set of cards and badges with a browser into a folder, with its truth.json; nothing
 * when it is there already. Words, layouts and faults come from fixed seeds; fonts are those of the
 * machine.
 */
export async function ensureSet(folder: string): Promise<void> {
  const done = path.join(folder, 'truth.json');
  if (await exists(done)) return;
  await mkdir(folder, { recursive: true });
  const items = inventItems();
  const browser = await chromium.launch({ executablePath: ensureBrowser() });
  try {
    const page = await browser.newPage({ deviceScaleFactor: 1.5 });
    const truths: Truth[] = [];
    for (const item of items) {
      truths.push(await makeItem(page, item, folder));
      if (truths.length % 20 === 0) console.error(`drew ${truths.length} of ${items.length}`);
    }
    await writeFile(done, JSON.stringify(truths, null, 1));
  } finally {
    await browser.close();
  }
}

async function makeItem(page: Page, item: Item, folder: string): Promise<Truth> {
  const random = seededRandom(item.seed + 1);
  const { truth } = item;
  const look = inventLook(truth.lang, random);
  const { html, width, height } = draw(item, look, truth.qr ? await qrCode(truth.qr.text) : '', random);
  await page.setViewportSize({ width, height });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const clean = await page.screenshot();
  await writeFile(path.join(folder, truth.files.clean), clean);
  await writeFile(path.join(folder, truth.files.degraded), await degrade(clean, truth.degradation, random));
  // Words set apart by a margin alone are one word to the browser.
  const text = await page.evaluate(() => {
    for (const label of document.querySelectorAll('span > span')) label.append(' ');
    return document.body.innerText;
  });
  return { ...truth, printed: text.split('\n').filter((line) => line.trim() !== '') };
}

async function qrCode(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
  return svg.replace('<svg', '<svg class="qr"');
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
