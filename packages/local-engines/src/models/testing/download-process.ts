import { systemClock } from '@dragoman/functions/providers/retry';
import type { Model } from '../model.ts';
import { createModelStore } from '../model-store.ts';

// A separate process that downloads a model, for tests that kill it: arguments are the folder and
// the model as JSON.

const [folder = '', model = ''] = process.argv.slice(2);
createModelStore({
  models: [JSON.parse(model) as Model],
  folder,
  mirror: null,
  clock: systemClock,
  log: { info: () => undefined, warn: () => undefined },
}).start();
