import type { AcmeConfig, HttpsConfig } from '../config/https.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { TlsSource } from '../http/listen.ts';
import type { Logger } from '../util/logger.ts';
import { keepCertificate } from './acme/keep-certificate.ts';
import type { CertificateFiles } from './certificate.ts';
import { followCertificate } from './follow-certificate.ts';
import { startRedirect } from './redirect.ts';

/** HTTPS of this server: its certificate, and the way to it from plain HTTP. */
export interface Https {
  tls: TlsSource;
  /**
   * Starts the redirect from plain HTTP, if one is configured.
   * @param httpsPort where HTTPS listens
   */
  listen(httpsPort: number): Promise<void>;
  close(): Promise<void>;
}

/** The settings of HTTPS, and of the address that plain HTTP leads to. */
export interface HttpsSettings extends Pick<ServerConfig, 'host' | 'publicUrl'> {
  https: HttpsConfig | null;
  acme: AcmeConfig | null;
}

/**
 * Opens the certificate that the settings name.
 * @returns null when the server speaks plain HTTP
 * @throws {CertificateError} when there is no certificate that can be served
 */
export async function openHttps(config: HttpsSettings, log: Logger): Promise<Https | null> {
  const { https } = config;
  if (!https) return null;
  const closers: Array<() => Promise<void> | void> = [];
  const files = https.files ?? (await openAcme());
  const certificate = await followCertificate(files, log);
  closers.push(() => certificate.close());

  async function openAcme(): Promise<CertificateFiles> {
    // The settings are refused when they name neither files nor a domain.
    const kept = await keepCertificate(config.acme as AcmeConfig, log);
    closers.push(() => kept.close());
    return kept.files;
  }

  return {
    tls: certificate,
    async listen(httpsPort) {
      if (https.redirectPort === null) return;
      const { host, publicUrl } = config;
      const redirect = await startRedirect({ host, port: https.redirectPort, publicUrl, httpsPort });
      closers.push(redirect.close);
    },
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}
