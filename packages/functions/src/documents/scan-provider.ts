import type { Provider } from '../providers/provider.ts';
import type { ExtractedCard, ExtractedPass, ExtractionHints } from './extraction/extracted.ts';
import type { ScanImage } from './scan-request.ts';

export interface ScanOptions {
  signal: AbortSignal;
  hints: ExtractionHints;
}

/**
 * A machine or service that makes fields of a picture. Which one is asked, and what when it fails,
 * is the handler's.
 */
export interface ScanProvider extends Provider {
  /**
   * Milliseconds that it may take, waiting in its queue included; what the handler gives any
   * provider when left out.
   */
  readonly timeoutMs?: number;
  /** @throws {DocumentReadError} @throws {EngineError} */
  readCard(image: ScanImage, options: ScanOptions): Promise<ExtractedCard>;
  /** @throws {DocumentReadError} @throws {EngineError} */
  readPass(image: ScanImage, options: ScanOptions): Promise<ExtractedPass>;
  /**
   * @returns the printed text, lines parted by `\n`; empty without any.
   * @throws {DocumentReadError} @throws {EngineError}
   */
  readText(image: ScanImage, options: ScanOptions): Promise<string>;
}
