import { unwatchFile, watchFile } from 'node:fs';
import type { TlsSource } from '../http/listen.ts';
import type { Logger } from '../util/logger.ts';
import { type Certificate, type CertificateFiles, readCertificate, validityOf } from './certificate.ts';

/** A certificate that is read again when its files change. */
export interface FollowedCertificate extends TlsSource {
  close(): void;
}

const LOOK_AGAIN_MS = 5_000;

/**
 * Reads a certificate, and again whenever one of its files changes. If the new one cannot be
 * served, the error is logged and the earlier certificate stays.
 * @param intervalMs how often the files are looked at
 * @throws {CertificateError} when the files cannot be served now
 */
export async function followCertificate(
  files: CertificateFiles,
  log: Logger,
  intervalMs = LOOK_AGAIN_MS,
): Promise<FollowedCertificate> {
  let current = await readCertificate(files);
  const listeners: Array<(certificate: Certificate) => void> = [];
  reportExpiry(current, log);

  async function reload(): Promise<void> {
    try {
      const next = await readCertificate(files);
      if (next.cert === current.cert && next.key === current.key) return;
      for (const listener of listeners) listener(next);
      current = next;
      log.info({ part: 'https', until: validityOf(next).to.toISOString() }, 'new certificate in use');
      reportExpiry(next, log);
    } catch (error) {
      log.error(
        { part: 'https', reason: (error as Error).message },
        'certificate not read; the last one stays',
      );
    }
  }

  // Looks instead of being told: files of a mounted volume announce no changes.
  const onChange = () => void reload();
  const watched = [...new Set([files.certificate, files.key])];
  for (const file of watched) watchFile(file, { persistent: false, interval: intervalMs }, onChange);
  return {
    current: () => current,
    onChange: (listener) => void listeners.push(listener),
    close() {
      for (const file of watched) unwatchFile(file, onChange);
    },
  };
}

function reportExpiry(certificate: Certificate, log: Logger): void {
  const { from, to } = validityOf(certificate);
  const now = Date.now();
  if (now > to.getTime()) {
    log.error({ part: 'https', until: to.toISOString() }, 'the certificate has expired: browsers refuse it');
  } else if (now < from.getTime()) {
    log.error(
      { part: 'https', from: from.toISOString() },
      'the certificate is not valid yet: is the clock right?',
    );
  }
}
