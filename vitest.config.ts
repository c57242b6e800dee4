import { defineConfig } from 'vitest/config';

// Test files of a worker share its modules, whose loading took a third of the time: they mock none, and put back what they change.
// Two projects: `unit` needs nothing outside the process; `service` talks to the real server on a real PostgreSQL.
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
      {
        // The page renderer, which some tests import, is the web app's source.
        resolve: { tsconfigPaths: true },
        test: {
          name: 'service',
          include: ['apps/server/test/**/*.test.ts', 'packages/supabase-server/test/**/*.test.ts'],
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
      },
    ],
  },
});
