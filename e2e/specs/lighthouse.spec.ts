import { chromium } from '@playwright/test';
import { auditedPages } from '../fixtures/audited-pages.ts';
import { audit, type Category } from '../fixtures/lighthouse.ts';
import { expect, test } from '../fixtures/test.ts';

// Runs Lighthouse as on a phone, on the pages that users see first, and attaches its report to the
// test. The figures for speed depend on the machine's load: they are only recorded here, and `npm
// run lighthouse` judges them.

const CATEGORIES: readonly Category[] = ['performance', 'accessibility', 'best-practices'];
/**
 * The limit of script files that a page may fetch in all, also after it can be used: files come in
 * few pieces.
 */
const MAX_SCRIPTS = 25;
/** The share of the view that may move by itself (Lighthouse calls less than 0.1 good). */
const MAX_LAYOUT_SHIFT = 0.05;

test('Lighthouse finds nothing on landing, join and chat @long', async ({ server, people }, testInfo) => {
  test.setTimeout(300_000);
  const executablePath = process.env.CHROMIUM_PATH ?? chromium.executablePath();
  for (const page of await auditedPages(server.origin, people)) {
    await test.step(page.name, async () => {
      const { html, findings, scores, ...figures } = await audit(executablePath, page, CATEGORIES);
      await testInfo.attach(`lighthouse-${page.name}.html`, { body: html, contentType: 'text/html' });
      console.log(`${page.name}: ${JSON.stringify({ ...scores, ...figures })}`);
      expect(findings).toEqual([]);
      expect(scores.accessibility).toBe(100);
      expect(scores['best-practices']).toBe(100);
      expect(figures.layoutShift).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      expect(figures.scriptRequests).toBeLessThanOrEqual(MAX_SCRIPTS);
    });
  }
});
