import type { RecognizedDocument } from '../recognized-document.ts';
import { CARD_FIELDS, type CardField, type ExtractedCard, type ExtractionHints } from './extracted.ts';
import { isOnlyLabel, labelsIn } from './labels.ts';
import { findWechatId } from './messengers.ts';
import { peopleLines } from './people-lines.ts';
import { type FoundPhone, findPhones, parse, readablePhone } from './phones.ts';
import { badgeId, type QrFields, qrFields } from './qr-payload.ts';
import { likelyRegions } from './regions.ts';
import { type Segment, segments } from './segments.ts';
import { FREE_MAIL } from './vocabulary/companies.ts';
import { type FoundAddresses, findAddresses } from './web-addresses.ts';

/** Text that was read less surely than this should be looked at. */
const SURE_CONFIDENCE = 0.75;

/**
 * Finds the fields of a business card in what was recognised on it. A QR code with a vCard or a
 * MECARD is taken at its word; the printed text gives what it leaves out, and the forms in other
 * scripts. WhatsApp and WeChat only count where the card labels them. A badge's opaque id is kept.
 * @param document as recognised; may hold anything, a page of text or nothing
 * @returns the fields of specification 3.6 and the title; empty strings for what was not found
 */
export function extractBusinessCard(
  document: RecognizedDocument,
  hints: ExtractionHints = {},
): ExtractedCard {
  const lines = segments(document);
  const code = qrFields(document.codes);
  const addresses = findAddresses(lines);
  const regions = likelyRegions(lines.map((line) => line.text).join('\n'), domainsOf(addresses));
  const phones = findPhones(lines, regions);
  const wechat = findWechatId(lines);
  const people = peopleLines(
    linesOfPeople(lines, addresses, phones),
    {
      mailboxes: addresses.emails.map(({ text }) => squash(text.slice(0, text.indexOf('@')))),
      domains: ownDomains(addresses).map((domain) => squash(domain.split('.')[0] ?? '')),
      badge: false,
    },
    hints.language,
  );

  const [email] = addresses.emails;
  const [website] = addresses.websites;
  const phone = mainPhone(phones);
  const whatsapp = phones.find(({ labels }) => labels.includes('whatsapp'));
  const wechatPhone = phones.find(({ labels }) => labels.includes('wechat'));
  const printed: Record<CardField, string> = {
    ...people.fields,
    email: email?.text ?? '',
    phone: phone ? readablePhone(phone) : '',
    website: website?.text ?? '',
    whatsapp: whatsapp ? readablePhone(whatsapp) : '',
    wechat: wechat?.text ?? (wechatPhone ? readablePhone(wechatPhone) : ''),
  };
  const doubtful: CardField[] = [...people.uncertain];
  if (email && (email.repaired || email.confidence < SURE_CONFIDENCE)) doubtful.push('email');
  if (website && (website.repaired || website.confidence < SURE_CONFIDENCE)) doubtful.push('website');
  if (phone && isDoubtful(phone)) doubtful.push('phone');
  if (whatsapp && isDoubtful(whatsapp)) doubtful.push('whatsapp');
  if ((wechat ?? wechatPhone) && ((wechat ?? wechatPhone)?.confidence ?? 1) < SURE_CONFIDENCE)
    doubtful.push('wechat');
  const badge = badgeId(document.codes);
  return {
    ...(badge && { badge }),
    fields: withCode(printed, code, regions),
    alternatives: people.alternatives,
    uncertain: CARD_FIELDS.filter((field) => doubtful.includes(field) && !code[field]),
  };
}

function isDoubtful(phone: FoundPhone): boolean {
  return phone.e164 === null || phone.confidence < SURE_CONFIDENCE;
}

/**
 * A mobile or direct number reaches the person. A fax does not, and a number labelled for a
 * messenger only is returned as that messenger's.
 */
function mainPhone(phones: readonly FoundPhone[]): FoundPhone | undefined {
  const voice = phones.filter(({ labels }) => !labels.includes('fax'));
  const isPhone = ({ labels }: FoundPhone) =>
    labels.length === 0 || labels.includes('phone') || labels.includes('mobile');
  return (
    voice.find(({ labels }) => labels.includes('mobile')) ??
    voice.find(isPhone) ??
    voice.find(({ labels }) => !labels.includes('wechat'))
  );
}

function withCode(
  printed: Record<CardField, string>,
  code: QrFields,
  regions: readonly string[],
): Record<CardField, string> {
  const fields = { ...printed, ...code };
  for (const field of CARD_FIELDS) fields[field] ||= printed[field];
  if (code.phone) fields.phone = readableCodePhone(code.phone, regions);
  if (code.whatsapp) fields.whatsapp = readableCodePhone(code.whatsapp, regions);
  return fields;
}

function readableCodePhone(text: string, regions: readonly string[]): string {
  const number = parse(text, regions);
  return number ? number.formatInternational() : text;
}

function domainsOf({ emails, websites }: FoundAddresses): string[] {
  return [...websites, ...emails].map(({ domain }) => domain);
}

function ownDomains(addresses: FoundAddresses): string[] {
  return domainsOf(addresses).filter((domain) => !FREE_MAIL.test(domain));
}

/** Lines without numbers, addresses and their labels. */
function linesOfPeople(
  lines: readonly Segment[],
  addresses: FoundAddresses,
  phones: readonly FoundPhone[],
): Segment[] {
  const used = new Set([...addresses.emails, ...addresses.websites, ...phones].map(({ segment }) => segment));
  return lines.filter((line) => !used.has(line) && !isOnlyLabel(line.text) && !isLabelled(line.text));
}

/** 'Email: omar.haddad gulfhorizon' was not understood, and is no name either. */
function isLabelled(text: string): boolean {
  const [label = '', value] = text.split(/[:：]/);
  return value !== undefined && label.length <= 16 && labelsIn(`${label}:`).length > 0;
}

function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
