import { chromium } from '@playwright/test';
import { auditedPages } from '../fixtures/audited-pages.ts';
import { audit } from '../fixtures/lighthouse.ts';
import { expect, test } from '../fixtures/test.ts';

// What Lighthouse says about the pages that people meet first. Its performance figure depends on what else the machine does, so it
// is measured by `npm run lighthouse`.

test('Lighthouse finds nothing to improve in accessibility and best practices', async ({
  people,
  server,
  launchOptions,
}) => {
  test.setTimeout(180_000);
  const executablePath = launchOptions.executablePath ?? chromium.executablePath();
  for (const page of await auditedPages(server.origin, people)) {
    const { scores, findings } = await audit(executablePath, page, ['accessibility', 'best-practices']);
    console.log(`Lighthouse, ${page.name}: ${JSON.stringify(scores)}`);
    expect.soft(findings, page.name).toEqual([]);
    expect.soft(scores, page.name).toEqual({ accessibility: 100, 'best-practices': 100 });
  }
});
