import { defineConfig } from 'vitest/config';

// The package's tests alone: `npm test -w @dragoman/supabase-server`. The repository's
// configuration runs them with the product's.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 3,
    isolate: false,
  },
});
