import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Test files of a worker share its modules, whose loading took a third of the time: they mock none, and put back what they change.
// Three projects: `unit` needs nothing outside the process; `service` talks to the real server on a real PostgreSQL; `service-long` has those
// of its tests that `npm test` leaves to `npm run test:long`.
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
    isolate: false,
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { tsconfigPaths: true },
        test: {
          name: 'unit',
          include: [
            'apps/*/src/**/*.test.{ts,tsx}',
            'apps/web/build/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'eval/src/**/*.test.ts',
          ],
          environment: 'node',
          // Some start processes, which takes a busy machine longer than the five seconds of default.
          testTimeout: 20_000,
          // By default Vitest leaves one of the cores free.
          maxWorkers: '100%',
          isolate: false,
        },
      },
      service,
      {
        ...service,
        test: {
          ...service.test,
          name: 'service-long',
          include: SERVICE_FOLDERS.map((folder) => `${folder}/**/*.long.test.ts`),
          exclude: [],
        },
      },
    ],
  },
});
