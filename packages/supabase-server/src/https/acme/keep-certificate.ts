import type { AcmeConfig } from '../../config/https.ts';
import type { Logger } from '../../util/logger.ts';
import {
  type Certificate,
  CertificateError,
  type CertificateFiles,
  isFor,
  readCertificate,
  validityOf,
} from '../certificate.ts';
import { storedFiles } from './certificate-store.ts';
import { type DnsEditor, dnsEditor } from './dns-editor.ts';
import { obtainCertificate } from './obtain-certificate.ts';

/** A certificate that is renewed while the server runs. */
export interface KeptCertificate {
  /** The certificate's files, for the server that watches them. */
  files: CertificateFiles;
  close(): void;
}

export interface KeepOptions {
  /** The interval of the checks whether the certificate is due. */
  lookMs?: number;
  /** Time after a first failure; it doubles with each further one. */
  retryMs?: number;
  obtain?: (config: AcmeConfig, editor: DnsEditor) => Promise<Certificate>;
}

const HOUR_MS = 3_600_000;
const LONGEST_RETRY_MS = 12 * HOUR_MS;
/** Share of its life after which a certificate is renewed, as authorities advise. */
const DUE_AFTER = 2 / 3;

/**
 * Makes sure that there is a certificate, and renews it in time. A renewal that fails is logged and
 * tried again; meanwhile the old certificate stays in use.
 * @throws {CertificateError} when it has to get the first certificate and cannot
 */
export async function keepCertificate(
  config: AcmeConfig,
  log: Logger,
  { lookMs = HOUR_MS, retryMs = HOUR_MS, obtain = obtainCertificate }: KeepOptions = {},
): Promise<KeptCertificate> {
  const files = storedFiles(config.folder);
  const editor = dnsEditor(config.dns);
  let failures = 0;
  let notBefore = 0;
  let busy = false;

  async function renewIfDue(): Promise<void> {
    if (busy || Date.now() < notBefore) return;
    busy = true;
    try {
      const stored = await readStored(files, config.domain);
      if (stored && !isDue(stored)) return;
      if (!editor) {
        // A person sets the record, so the server can only remind.
        notBefore = Date.now() + LONGEST_RETRY_MS;
        log.warn({ part: 'https', until: endOf(stored) }, 'renew the certificate with: npm run certificate');
        return;
      }
      await obtain(config, editor);
      failures = 0;
    } catch (error) {
      const wait = Math.min(retryMs * 2 ** failures, LONGEST_RETRY_MS);
      failures += 1;
      notBefore = Date.now() + wait;
      const next = new Date(notBefore).toISOString();
      log.error(
        { part: 'https', reason: (error as Error).message, next },
        'certificate not renewed; the last one stays',
      );
    } finally {
      busy = false;
    }
  }

  if (!(await readStored(files, config.domain))) {
    if (!editor) {
      throw new CertificateError(
        `There is no certificate for ${config.domain} yet. Get it with: npm run certificate (docs/booth-https.md)`,
      );
    }
    log.info({ part: 'https', domain: config.domain }, 'getting the certificate');
    await obtain(config, editor);
  }
  void renewIfDue();
  const timer = setInterval(() => void renewIfDue(), lookMs);
  timer.unref();
  return { files, close: () => clearInterval(timer) };
}

/** @returns null when nothing is stored that can be served under the name */
async function readStored(files: CertificateFiles, domain: string): Promise<Certificate | null> {
  const stored = await readCertificate(files).catch(() => null);
  return stored && isFor(stored, domain) ? stored : null;
}

function isDue(certificate: Certificate): boolean {
  const { from, to } = validityOf(certificate);
  return Date.now() > from.getTime() + (to.getTime() - from.getTime()) * DUE_AFTER;
}

function endOf(certificate: Certificate | null): string | undefined {
  return certificate ? validityOf(certificate).to.toISOString() : undefined;
}
