import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import type { TERM_GROUPS, TOPICS } from '@dragoman/domain/phrasebook/shipped';

/** The phrasebook that ships with the product, with its data. */
export interface LoadedPhrasebook {
  phrasebook: Phrasebook;
  topics: typeof TOPICS;
  terms: typeof TERM_GROUPS;
}

let loading: Promise<LoadedPhrasebook> | undefined;

/**
 * Fetches the phrasebook, once; an installed app has it without a network.
 * @throws when it cannot be loaded; the next call tries again
 */
export function loadPhrasebook(): Promise<LoadedPhrasebook> {
  loading ??= import('@dragoman/domain/phrasebook/shipped').then(
    ({ shippedPhrasebook, TOPICS, TERM_GROUPS }) => ({
      phrasebook: shippedPhrasebook(),
      topics: TOPICS,
      terms: TERM_GROUPS,
    }),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
