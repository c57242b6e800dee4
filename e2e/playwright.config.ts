import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './fixtures/chromium-args.ts';

const here = import.meta.dirname;
/**
 * Set by `npm test` and `npm run test:e2e`, which find or install a browser; else Playwright's own
 * is taken.
 */
const executablePath = process.env.CHROMIUM_PATH || undefined;
/** The file from which `npm test` reads the counts. */
const jsonReport = process.env.E2E_JSON_REPORT;

export default defineConfig({
  testDir: path.join(here, 'specs'),
  outputDir: path.join(here, 'test-results'),
  // Each worker runs a whole product (server, PostgreSQL, browser): two of them fill two cores.
  workers: 2,
  // Within a worker tests run one by one, so that a test may kill its worker's server.
  fullyParallel: true,
  // A test that needs luck is a broken test, or has found a broken product.
  retries: 0,
  // `npm run test:long` runs the other tests than `npm test`.
  ...(process.env.E2E_LONG ? { grep: /@long/ } : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env.CI),
  // A limit ends only what hangs: a busy machine is three times as slow.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: jsonReport ? [['list'], ['json', { outputFile: jsonReport }]] : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: [...CHROMIUM_ARGS] },
    locale: 'en-US',
    timezoneId: 'Asia/Dubai',
    // Traces slow every test down, so they are recorded only on request.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
