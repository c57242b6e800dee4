import { networkInterfaces } from 'node:os';
import { openAiTranscription } from '@dragoman/functions/speech/openai-transcription';
import {
  describeProviders,
  providersFromConfig,
} from '@dragoman/functions/translate/providers/providers-from-config';
import QRCode from 'qrcode';
import { adminSecretHash } from './event-admin/data/admin-secret.ts';
import { describeAssistant } from './functions/assistant-function.ts';
import { describeDocumentProviders } from './functions/document-functions.ts';
import type { RunningServer } from './server.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/**
 * The text that the operator sees at startup: address, data, providers, and a QR code to open the
 * product on a phone when other devices can reach it.
 */
export async function startBanner(server: RunningServer): Promise<string> {
  const { config } = server.ctx;
  const scheme = config.https ? 'https' : 'http';
  const shown = LOOPBACK.has(config.host) || isWildcard(config.host) ? 'localhost' : config.host;
  const address =
    config.publicUrl ?? `${scheme}://${shown.includes(':') ? `[${shown}]` : shown}:${server.port}`;
  const lines = [
    '',
    `  Dragoman is ready:  ${address}`,
    `  Data:               ${describeData(server)}`,
    `  Translation:        ${describeTranslation(config)}`,
    `  Voice messages:     ${describeSpeech(config)}`,
    `  Cards and passes:   ${describeDocumentProviders(config.documents)}`,
    `  Assistant:          ${describeAssistant(config.assistant)}`,
    `  Organiser:          ${await describeOrganiser(server, address)}`,
    `  Links in mails:     ${describeLinks(config.publicUrl)}`,
  ];
  if (!LOOPBACK.has(config.host)) {
    const phone = config.publicUrl ?? `${scheme}://${lanAddress(config.host)}:${server.port}`;
    lines.push(
      `  On phones:          ${phone}`,
      ...describeLocalName(server),
      '',
      await QRCode.toString(phone, { type: 'terminal', small: true }),
    );
  }
  return lines.join('\n');
}

/** Only plain HTTP: a name under `.local` is in no certificate. */
function describeLocalName({ ctx: { config }, port }: RunningServer): string[] {
  const plain = config.https ? config.https.redirectPort : port;
  if (config.localName === null || plain === null) return [];
  return [`  In this network:    http://${config.localName}.local:${plain}`];
}

function describeData(server: RunningServer): string {
  const { config } = server.ctx;
  if (server.embedded) return `${config.dataDir} (embedded PostgreSQL ${server.embedded.version})`;
  const { host, pathname } = new URL(config.databaseUrl as string);
  return `${host}${pathname} (DATABASE_URL)`;
}

/**
 * A caller chooses the Host header, so only mails that stay on this machine may contain links made
 * from it.
 */
export function describeLinks(publicUrl: string | null): string {
  return publicUrl ?? "made from each request's Host header; set PUBLIC_URL before others reach this server";
}

async function describeOrganiser({ ctx }: RunningServer, address: string): Promise<string> {
  const isOpen = (await adminSecretHash(ctx.db)) !== null;
  return isOpen ? `${address}/organiser` : 'off (set ORGANISER_SECRET)';
}

function describeTranslation({ translation, models }: RunningServer['ctx']['config']): string {
  const providers = describeProviders(providersFromConfig(translation));
  if (models.translation) providers.unshift('the engine on this machine');
  if (providers.length === 0)
    providers.push('no engine yet (set TRANSLATION_OPENAI_URL or LIBRETRANSLATE_URL)');
  return ['built-in phrasebook', ...providers].join(', ');
}

function describeSpeech({ speech }: RunningServer['ctx']['config']): string {
  const local = 'speech models of this machine, once they are switched on';
  return speech ? `${local}; ${openAiTranscription(speech).description}` : `${local} (or set STT_OPENAI_URL)`;
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** The address other devices on the network use. */
function lanAddress(host: string): string {
  if (!isWildcard(host)) return host.includes(':') ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find((entry) => entry.family === 'IPv4' && !entry.internal)?.address ?? 'localhost';
}
