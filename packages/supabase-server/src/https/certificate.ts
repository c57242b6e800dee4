import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** PEM texts, as Node's TLS takes them. */
export interface Certificate {
  /** The server's certificate first, then its chain. */
  cert: string;
  key: string;
}

/** The paths of the PEM files; one file may hold both. */
export interface CertificateFiles {
  certificate: string;
  key: string;
}

/** A certificate that cannot be served, and why. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

const LARGEST_FILE_BYTES = 1024 * 1024;

/**
 * @throws {CertificateError} when a file is missing or unreadable, is no PEM, or the key belongs to
 * another certificate
 */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await readPem(files.certificate);
  const key = await readPem(files.key);
  if (!cert.includes('-----BEGIN CERTIFICATE-----')) {
    throw new CertificateError(`${files.certificate} has no certificate: it must be a PEM file.`);
  }
  if (!/-----BEGIN (?:\w+ )?PRIVATE KEY-----/.test(key)) {
    throw new CertificateError(
      `${files.key} has no private key without a passphrase: it must be a PEM file.`,
    );
  }
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new CertificateError(
      `The certificate in ${files.certificate} cannot be used with the key in ${files.key}: ${(error as Error).message}`,
    );
  }
  return { cert, key };
}

async function readPem(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > LARGEST_FILE_BYTES) {
      throw new CertificateError(`${file} is too large for a certificate or a key.`);
    }
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof CertificateError) throw error;
    throw new CertificateError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** @returns when it begins and ends */
export function validityOf({ cert }: Certificate): { from: Date; to: Date } {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { from: new Date(validFrom), to: new Date(validTo) };
}

/** Whether it is for a host name, wildcards included. */
export function isFor({ cert }: Certificate, host: string): boolean {
  return new X509Certificate(cert).checkHost(host) !== undefined;
}
