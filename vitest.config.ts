import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sourceConfig } from './apps/web/build/source-config.ts';
import { commands } from './apps/web/component-tests/commands.ts';
import { CHROMIUM_ARGS } from './e2e/fixtures/chromium-args.ts';

// Test files of a worker share its modules, whose loading took a third of the time: they mock none, and put back what they change.
// `unit` needs nothing outside the machine; `components` shows parts of the web app in a browser, without a server; `service` talks to the real
// server on a real PostgreSQL. `npm test` leaves the files of `unit-long`, `components-long` and `service-long` to `npm run test:long`.
const UNIT_FOLDERS = ['apps/*/src', 'apps/web/build', 'packages/*/src', 'scripts', 'eval/src'];
const unit: TestProjectInlineConfiguration = {
  resolve: { tsconfigPaths: true },
  test: {
    name: 'unit',
    include: UNIT_FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    exclude: ['**/*.long.test.{ts,tsx}', '**/*.component.test.tsx'],
    environment: 'node',
    // Some start processes, which takes a busy machine longer than the five seconds of default.
    testTimeout: 20_000,
    // By default Vitest leaves one of the cores free.
    maxWorkers: '100%',
    isolate: false,
  },
};

const components: TestProjectInlineConfiguration = {
  ...sourceConfig,
  root: 'apps/web',
  // Packages are found before the first test: one that an older run did not need would reload the page in the middle of a test.
  optimizeDeps: { force: true },
  test: {
    name: 'components',
    include: ['src/**/*.component.test.tsx'],
    globalSetup: ['component-tests/global-setup.ts'],
    setupFiles: ['src/shared/testing/component-setup.ts'],
    // A limit ends only what hangs: a busy machine is three times as slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: {
          // Read when the browser starts, and so after the global set-up.
          get executablePath() {
            return process.env.CHROMIUM_PATH ?? '';
          },
          args: [...CHROMIUM_ARGS],
        },
        contextOptions: {
          locale: 'en-US',
          timezoneId: 'Asia/Dubai',
          reducedMotion: 'reduce',
          permissions: ['clipboard-read', 'clipboard-write'],
        },
        actionTimeout: 15_000,
      }),
      instances: [{ browser: 'chromium' }],
      // The phone in a visitor's hand.
      viewport: { width: 390, height: 844 },
      screenshotFailures: false,
      commands,
      api: { host: '127.0.0.1' },
    },
    // Two pages for all files: each file starts with the loaded app, and cleans up behind itself.
    isolate: false,
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
  },
};

const SERVICE_FOLDERS = ['apps/server/test', 'packages/supabase-server/test'];
const service: TestProjectInlineConfiguration = {
  // The page renderer, which some tests import, is the web app's source.
  resolve: { tsconfigPaths: true },
  test: {
    name: 'service',
    include: SERVICE_FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
    exclude: SERVICE_FOLDERS.map((folder) => `${folder}/**/*.long.test.ts`),
    environment: 'node',
    globalSetup: ['apps/server/test/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Results come in milliseconds, on a busy machine in seconds.
    expect: { poll: { timeout: 10_000 } },
    // Much of the time is waited: for limits to end, servers to start, clients to be missed. A third one uses it on two cores.
    maxWorkers: 3,
    // Vitest runs projects with different `maxWorkers` in groups, one after the other.
    sequence: { groupOrder: 1 },
    isolate: false,
  },
};

/** By default the order is that of earlier durations, so another one in a fresh clone: files that share modules would fail there alone. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      `${project.config.sequence.groupOrder} ${project.name} ${moduleId}`;
    return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ByPath },
    projects: [
      unit,
      {
        ...unit,
        test: {
          ...unit.test,
          name: 'unit-long',
          include: UNIT_FOLDERS.map((folder) => `${folder}/**/*.long.test.ts`),
          exclude: [],
        },
      },
      components,
      {
        ...components,
        test: {
          ...components.test,
          name: 'components-long',
          include: ['src/**/*.component.long.test.tsx'],
          // Vitest writes the project's name into its instance.
          browser: { ...components.test?.browser, instances: [{ browser: 'chromium' }] },
        },
      },
      service,
      {
        ...service,
        test: {
          ...service.test,
          name: 'service-long',
          // Speech, pictures and whole installations, three at once: the limits only end what hangs.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          include: SERVICE_FOLDERS.map((folder) => `${folder}/**/*.long.test.ts`),
          exclude: [],
        },
      },
    ],
  },
});
