import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crypto } from 'acme-client';
import type { Certificate, CertificateFiles } from '../certificate.ts';

/** Gives the folder and its contents to the server's account alone. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * @returns where the certificate is kept. Key and certificate are one file, so that they are
 * replaced together
 */
export function storedFiles(folder: string): CertificateFiles {
  const file = path.join(folder, 'certificate.pem');
  return { certificate: file, key: file };
}

/** Replaces the stored certificate; a crash leaves the old one or the new one. */
export async function storeCertificate(folder: string, { cert, key }: Certificate): Promise<void> {
  await replaceFile(storedFiles(folder).certificate, `${key.trim()}\n${cert.trim()}\n`);
}

/** @returns the key by which authorities know this installation (PEM), made at the first call */
export async function accountKey(folder: string): Promise<string> {
  const file = path.join(folder, 'account.key');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = (await crypto.createPrivateEcdsaKey()).toString();
  await replaceFile(file, key);
  return key;
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, text, { mode: FILE_MODE, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
