import { isLanguage, type Language } from '@dragoman/domain/languages';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callEventAdmin, EventAdminApiError, isSignedOut } from '../api/event-admin-api.ts';
import { EVENT_ADMIN_KEY, sessionEnded } from '../api/session.ts';

/** Reasons why a model could not be installed, as the server names them. */
export const MODEL_FAILURES = [
  'network',
  'refused',
  'wrong-content',
  'disk-full',
  'read-only',
  'unusable',
] as const;
export type ModelFailure = (typeof MODEL_FAILURES)[number];

type ModelState =
  | { state: 'off' | 'missing' | 'waiting' | 'ready' }
  /** `bytes` of `totalBytes` have arrived. */
  | { state: 'downloading'; bytes: number }
  /** `retryAt`: milliseconds since 1970 of the next attempt; null when only a person can help. */
  | { state: 'failed'; failure: string; retryAt?: number | null };

/** One model as the admin API lists it (`GET /models`). */
export type InstalledModel = ModelState & {
  /** `translation-en-zh` */
  id: string;
  kind: 'translation' | 'speech';
  /** In English. */
  title: string;
  version: string;
  licence: { name: string; url: string };
  /** Whether an administrator can switch the model on and off. */
  optional: boolean;
  totalBytes: number;
};

/** Models for speech recognition that this page has texts for. */
const SPEECH_MODELS = ['speech-sensevoice', 'speech-whisper-turbo'] as const;
type SpeechModelId = (typeof SPEECH_MODELS)[number];

/** @returns the id if this page has texts for this model for speech recognition */
export function knownSpeechModel(id: string): SpeechModelId | null {
  return SPEECH_MODELS.find((one) => one === id) ?? null;
}

const BUSY_MS = 2_000;
const QUIET_MS = 30_000;

/** @returns how long the page waits, in ms, before it asks for the states again */
export function modelsIntervalMs(models: readonly InstalledModel[]): number {
  const busy = ['missing', 'downloading', 'waiting'];
  return models.some(({ state }) => busy.includes(state)) ? BUSY_MS : QUIET_MS;
}

/**
 * @returns the share of a model that has arrived, between 0 and 1; full only when all of it is
 * there
 */
export function arrivedShare(bytes: number, totalBytes: number): number {
  if (!(totalBytes > 0)) return 0;
  const percent = Math.floor((bytes / totalBytes) * 100);
  return Math.min(Math.max(percent, 0), 100) / 100;
}

/** @returns the languages of a translation model from its id; null for any other id */
export function languagePair(id: string): { from: Language; to: Language } | null {
  const [kind, from, to, ...rest] = id.split('-');
  if (kind !== 'translation' || !isLanguage(from) || !isLanguage(to) || rest.length > 0) return null;
  return { from, to };
}

/** @returns the failure if this page has texts for it */
export function knownFailure(failure: string): ModelFailure | null {
  return MODEL_FAILURES.find((one) => one === failure) ?? null;
}

/** @returns a size in megabytes, in the locale's words: `37 MB`, `2.3 MB` */
export function megabytes(bytes: number, locale: string): string {
  const size = bytes / 1_000_000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size);
}

/** Models of the local providers and their states. */
export function modelsQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: [EVENT_ADMIN_KEY, 'models'],
    queryFn: async ({ signal }) => {
      try {
        const options = { poll: true, signal };
        const { models } = await callEventAdmin<{ models: InstalledModel[] }>('/models', options);
        return models;
      } catch (error) {
        if (isSignedOut(error)) sessionEnded(queryClient);
        // Without local providers the server has no such route.
        if (error instanceof EventAdminApiError && error.status === 404) return [];
        throw error;
      }
    },
    refetchInterval: ({ state }) => modelsIntervalMs(state.data ?? []),
  });
}
