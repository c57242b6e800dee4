import { createInterface } from 'node:readline/promises';
import { storedFiles } from '@dragoman/supabase-server/https/acme/certificate-store';
import { type DnsEditor, dnsEditor } from '@dragoman/supabase-server/https/acme/dns-editor';
import { obtainCertificate } from '@dragoman/supabase-server/https/acme/obtain-certificate';
import { CertificateError, validityOf } from '@dragoman/supabase-server/https/certificate';
import { serverConfig } from './lib/server-config.ts';

/**
 * `npm run certificate`: gets a new certificate for ACME_DOMAIN now (docs/booth-https.md). A server
 * that runs takes it over.
 */
async function main(): Promise<void> {
  const { acme } = serverConfig();
  if (!acme) throw new CertificateError('Set ACME_DOMAIN and ACME_TERMS_AGREED first (docs/booth-https.md).');
  const certificate = await obtainCertificate(acme, dnsEditor(acme.dns) ?? byHand());
  const until = validityOf(certificate).to.toISOString().slice(0, 10);
  console.log(
    `The certificate for ${acme.domain} is in ${storedFiles(acme.folder).certificate}, valid until ${until}.`,
  );
}

/** A person sets the record, in whatever their DNS provider offers. */
function byHand(): DnsEditor {
  return {
    async set({ name, value }) {
      console.log(
        `\nSet this record at your DNS provider:\n\n  name   ${name}\n  type   TXT\n  value  ${value}\n`,
      );
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      await terminal.question('Press Enter when it is set. ');
      terminal.close();
      console.log('The certificate authority looks for the record in a moment …');
    },
    async remove({ name }) {
      console.log(`The record ${name} is not needed any more.`);
    },
  };
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
