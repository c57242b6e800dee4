import { builtInProvider } from '@dragoman/functions/documents/built-in-provider';
import {
  createBusinessCardHandler,
  createEntrancePassHandler,
  createReadPictureHandler,
  tooManyScans,
} from '@dragoman/functions/documents/scan-handler';
import type { ScanProvider } from '@dragoman/functions/documents/scan-provider';
import { visionProvider } from '@dragoman/functions/documents/vision-provider';
import type { FunctionHandler } from '@dragoman/functions/http/caller';
import { createProviderLimit } from '@dragoman/functions/http/provider-limit';
import { allowWithoutProfile, requireProfile } from '@dragoman/functions/http/require-profile';
import { createProviderHealth, type ProviderHealth } from '@dragoman/functions/providers/provider-health';
import { systemClock } from '@dragoman/functions/providers/retry';
import { createDocumentReader } from '@dragoman/local-engines/documents/document-reader';
import type { DocumentsConfig } from '../config/documents.ts';
import type { AppContext } from '../context.ts';
import { profileCheck } from './profile-check.ts';
import { profileLanguage } from './profile-language.ts';
import { isReaderInstalled, readerPackage } from './reader-package.ts';

export interface DocumentFunctions {
  handlers: Record<'process-business-card' | 'process-entrance-pass' | 'read-picture', FunctionHandler>;
  /** In the order in which they are tried. */
  providers: readonly ScanProvider[];
  /** The providers' health. */
  health: ProviderHealth;
  /** Ends the processes that read pictures. */
  close(): Promise<void>;
}

/** A configured vision model reads best; the built-in reader needs no other service. */
export function createDocumentFunctions({
  config: { documents: config, providerLimits },
  db,
  log,
}: Pick<AppContext, 'config' | 'db' | 'log'>): DocumentFunctions {
  const reader = config.builtIn
    ? createDocumentReader({ ...config, paddlePackage: readerPackage() }, log)
    : null;
  const providers: ScanProvider[] = [
    ...(config.vision ? [visionProvider(config.vision)] : []),
    ...(reader ? [builtInProvider(reader, config.startMs + config.pictureMs)] : []),
  ];
  const health = createProviderHealth(providers, { kind: 'reading', clock: systemClock, log });
  const dependencies = {
    providers,
    health,
    log,
    providerLimit: createProviderLimit(providerLimits.scans, systemClock),
    async hintsFor(userId: string) {
      // The language only helps: without it a name in two scripts is given in the card's own.
      const language = await profileLanguage(db, userId).catch(() => null);
      return language ? { language } : {};
    },
  };
  // Setting a profile up begins with a picture of one's card or pass.
  const hasProfile = profileCheck(db);
  const beginner = {
    hasProfile,
    allowance: createProviderLimit(providerLimits.scansWithoutProfile, systemClock),
    refuse: tooManyScans,
  };
  return {
    handlers: {
      'process-business-card': allowWithoutProfile(createBusinessCardHandler(dependencies), beginner),
      'process-entrance-pass': allowWithoutProfile(createEntrancePassHandler(dependencies), beginner),
      'read-picture': requireProfile(createReadPictureHandler(dependencies), hasProfile),
    },
    providers,
    health,
    close: async () => reader?.close(),
  };
}

/** @returns a line for the start banner. */
export function describeDocumentProviders(config: DocumentsConfig): string {
  const { builtIn, vision } = config;
  const names = [
    ...(vision ? [visionProvider(vision).description] : []),
    ...(builtIn ? [builtInName(config)] : []),
  ];
  return names.join(', ') || 'off (READER_ENABLED is false and VISION_OPENAI_URL is not set)';
}

function builtInName(config: DocumentsConfig): string {
  const advice = documentAdvice(config);
  if (advice) return `built in (Tesseract; ${advice})`;
  return config.engine === 'best' ? 'built in (Tesseract, PaddleOCR installed)' : 'built in (Tesseract)';
}

/**
 * @returns the next improvement for reading that an operator can make, for the start banner and
 * `/readyz`; null without any
 */
export function documentAdvice({ builtIn, engine: provider, vision }: DocumentsConfig): string | null {
  if (!builtIn || vision || provider !== 'best' || isReaderInstalled()) return null;
  return 'npm run reader:install adds a reader that reads slanted, blurred and Arabic cards far better, 63 MB';
}
