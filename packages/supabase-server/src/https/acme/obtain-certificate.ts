import { setTimeout as delay } from 'node:timers/promises';
import { type Authorization, axios, Client, crypto } from 'acme-client';
import type { AcmeConfig } from '../../config/https.ts';
import { type Certificate, CertificateError } from '../certificate.ts';
import { accountKey, storeCertificate } from './certificate-store.ts';
import type { DnsEditor } from './dns-editor.ts';
import { DnsError } from './dns-error.ts';

const REQUEST_MS = 30_000;
/** The polling of the authority's check: 30 times, at last every ten seconds. */
const POLLING = { backoffAttempts: 30, backoffMin: 1_000, backoffMax: 10_000 };

/**
 * Gets a new certificate, with a new key, and stores it (RFC 8555, challenge dns-01).
 * @param polling how often the authority is asked whether it is done; for tests
 * @throws {CertificateError} saying what to do; the stored certificate stays as it was
 */
export async function obtainCertificate(
  config: AcmeConfig,
  editor: DnsEditor,
  polling: typeof POLLING = POLLING,
): Promise<Certificate> {
  axios.defaults.timeout = REQUEST_MS;
  // A rate limit may ask to wait for days. The caller decides when to try again.
  Object.assign(axios.defaults, { acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 1 } });
  try {
    await reach(config.directoryUrl);
    const client = new Client({
      directoryUrl: config.directoryUrl,
      accountKey: await accountKey(config.folder),
      ...polling,
    });
    await client.createAccount({
      termsOfServiceAgreed: true,
      ...(config.email === null ? {} : { contact: [`mailto:${config.email}`] }),
    });
    const order = await client.createOrder({ identifiers: [{ type: 'dns', value: config.domain }] });
    for (const authorization of await client.getAuthorizations(order)) {
      if (authorization.status !== 'valid') await prove(client, authorization, config, editor);
    }
    const [key, csr] = await crypto.createCsr(
      { altNames: [config.domain] },
      await crypto.createPrivateEcdsaKey(),
    );
    const cert = await client.getCertificate(await client.finalizeOrder(order, csr));
    const certificate = { cert, key: key.toString() };
    await storeCertificate(config.folder, certificate);
    return certificate;
  } catch (error) {
    throw explain(error as Error, config);
  }
}

/** Sets the record, waits for the authority's check, and removes the record in any case. */
async function prove(
  client: Client,
  authorization: Authorization,
  { domain, waitSeconds }: AcmeConfig,
  editor: DnsEditor,
): Promise<void> {
  const challenge = authorization.challenges.find(({ type }) => type === 'dns-01');
  if (!challenge) throw new CertificateError(`The authority offers no proof by DNS for ${domain}.`);
  const record = {
    name: `_acme-challenge.${domain}`,
    value: await client.getChallengeKeyAuthorization(challenge),
  };
  await editor.set(record);
  try {
    await delay(waitSeconds * 1000);
    await client.completeChallenge(challenge);
    await client.waitForValidStatus(challenge).catch((error: Error) => {
      if (isOutOfReach(error)) throw error;
      throw new DnsError(
        `the authority did not accept the DNS record of the proof: ${error.message}. ` +
          'If the record is right, raise ACME_DNS_WAIT_SECONDS.',
      );
    });
  } finally {
    // A record that stays does no harm, and must not hide why there is no certificate.
    await editor.remove(record).catch(() => undefined);
  }
}

/** @throws {CertificateError} when the authority does not answer at all */
async function reach(directoryUrl: string): Promise<void> {
  try {
    await (await fetch(directoryUrl, { signal: AbortSignal.timeout(REQUEST_MS) })).arrayBuffer();
  } catch (error) {
    const { name, cause } = error as Error;
    const code = (cause as { code?: string } | undefined)?.code ?? name;
    throw new CertificateError(
      `the authority at ${new URL(directoryUrl).host} cannot be reached (${code}). Is this machine online?`,
    );
  }
}

/** acme-client 5 throws a TypeError of its own for a request without an answer. */
function isOutOfReach(error: Error): boolean {
  return error instanceof TypeError || 'code' in error;
}

function explain(error: Error, { domain, directoryUrl }: AcmeConfig): CertificateError {
  const start = `No certificate for ${domain}:`;
  const { host } = new URL(directoryUrl);
  if (error instanceof CertificateError || error instanceof DnsError) {
    return new CertificateError(`${start} ${error.message}`);
  }
  if ('path' in error) return new CertificateError(`${start} it cannot be stored: ${error.message}`);
  if (isOutOfReach(error)) {
    return new CertificateError(`${start} the connection to the authority at ${host} was lost.`);
  }
  return new CertificateError(`${start} the authority at ${host} answered: ${error.message}`);
}
