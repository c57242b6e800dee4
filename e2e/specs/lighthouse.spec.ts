import { chromium } from '@playwright/test';
import { auditedPages } from '../fixtures/audited-pages.ts';
import { audit } from '../fixtures/lighthouse.ts';
import { expect, test } from '../fixtures/test.ts';

// What Lighthouse says about the pages that people meet first. Its performance figure depends on what else the machine does:
// it is shown here, and measured by `npm run lighthouse`.

test('Lighthouse finds nothing to improve in accessibility and best practices', async ({
  people,
  server,
  launchOptions,
}) => {
  test.setTimeout(180_000);
  const executablePath = launchOptions.executablePath ?? chromium.executablePath();
  for (const page of await auditedPages(server.origin, people)) {
    const { scores, findings, largestPaintMs, benchmarkIndex } = await audit(executablePath, page, [
      'performance',
      'accessibility',
      'best-practices',
    ]);
    const figures = `${page.name}: performance ${scores.performance}, largest paint ${Math.round(largestPaintMs)} ms, machine ${benchmarkIndex}`;
    console.log(figures);
    test.info().annotations.push({ type: 'Lighthouse', description: figures });
    expect.soft(findings, page.name).toEqual([]);
    expect.soft(scores.accessibility, page.name).toBe(100);
    expect.soft(scores['best-practices'], page.name).toBe(100);
  }
});
