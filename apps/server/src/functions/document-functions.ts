import { builtInEngine } from '@dragoman/functions/documents/built-in-engine';
import type { ScanEngine } from '@dragoman/functions/documents/scan-engine';
import {
  createBusinessCardHandler,
  createEntrancePassHandler,
  tooManyScans,
} from '@dragoman/functions/documents/scan-handler';
import { visionEngine } from '@dragoman/functions/documents/vision-engine';
import type { FunctionHandler } from '@dragoman/functions/http/caller';
import { createEngineLimit } from '@dragoman/functions/http/engine-limit';
import { allowWithoutProfile } from '@dragoman/functions/http/profile-gate';
import { createEngineHealth, type EngineHealth } from '@dragoman/functions/translate/engine-health';
import { systemClock } from '@dragoman/functions/translate/retry';
import type { DocumentsConfig } from '../config/documents.ts';
import type { AppContext } from '../context.ts';
import { createDocumentReader } from '../documents/document-reader.ts';
import { isReaderInstalled } from '../documents/reader-package.ts';
import { profileCheck } from './profile-check.ts';
import { profileLanguage } from './profile-language.ts';

export interface DocumentFunctions {
  handlers: Record<'process-business-card' | 'process-entrance-pass', FunctionHandler>;
  /** In the order in which they are tried. */
  engines: readonly ScanEngine[];
  /** How they are doing. */
  health: EngineHealth;
  /** Ends the processes that read pictures. */
  close(): Promise<void>;
}

/** A configured vision model reads best; the built-in reader needs no other service. */
export function createDocumentFunctions({
  config: { documents: config, engineLimits },
  db,
  log,
}: Pick<AppContext, 'config' | 'db' | 'log'>): DocumentFunctions {
  const reader = config.builtIn ? createDocumentReader(config, log) : null;
  const engines: ScanEngine[] = [
    ...(config.vision ? [visionEngine(config.vision)] : []),
    ...(reader ? [builtInEngine(reader, config.startMs + config.pictureMs)] : []),
  ];
  const health = createEngineHealth(
    engines.map(({ name }) => name),
    { kind: 'reading', clock: systemClock, log },
  );
  const dependencies = {
    engines,
    health,
    log,
    engineLimit: createEngineLimit(engineLimits.scans, systemClock),
    async hintsFor(userId: string) {
      // Of help alone: without it a name in two scripts is given in the card's own.
      const language = await profileLanguage(db, userId).catch(() => null);
      return language ? { language } : {};
    },
  };
  // Setting a profile up begins with a picture of one's card or pass.
  const beginner = {
    hasProfile: profileCheck(db),
    allowance: createEngineLimit(engineLimits.scansWithoutProfile, systemClock),
    refuse: tooManyScans,
  };
  return {
    handlers: {
      'process-business-card': allowWithoutProfile(createBusinessCardHandler(dependencies), beginner),
      'process-entrance-pass': allowWithoutProfile(createEntrancePassHandler(dependencies), beginner),
    },
    engines,
    health,
    close: async () => reader?.close(),
  };
}

/** @returns a line for the start banner. */
export function describeDocumentEngines(config: DocumentsConfig): string {
  const { builtIn, vision } = config;
  const names = [
    ...(vision ? [visionEngine(vision).description] : []),
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
export function documentAdvice({ builtIn, engine, vision }: DocumentsConfig): string | null {
  if (!builtIn || vision || engine !== 'best' || isReaderInstalled()) return null;
  return 'npm run reader:install adds a reader that reads slanted, blurred and Arabic cards far better, 63 MB';
}
