import { defineConfig } from 'vitest/config';

// The package's tests alone: `npm test -w @dragoman/local-engines`. The repository's configuration
// runs them with the product's unit tests.
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], environment: 'node', isolate: false },
});
