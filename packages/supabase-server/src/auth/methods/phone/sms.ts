import type { Queryable } from '../../../db/database.ts';
import { SMS_CHANNELS, type SmsChannel, type SmsMessage, SmsSendError } from '../../../sms/sms-sender.ts';
import { templatesFor } from '../../../templates/message-templates.ts';
import { renderCode } from '../../../templates/render-code.ts';
import { putToken } from '../../data/one-time-tokens.ts';
import { recordSent } from '../../data/user-addresses.ts';
import type { UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, phoneDisabled, validationFailed } from '../../errors.ts';
import { makeCode } from '../../rules/one-time-code.ts';
import { isServed, normalizePhone } from './phone-number.ts';

/** The purpose of a code in a text message. */
export type SmsPurpose = 'sms' | 'phone_change' | 'reauthentication';

export interface SmsOrder {
  purpose: SmsPurpose;
  user: UserRow;
  /** The recipient's number, digits. */
  phone: string;
  channel: SmsChannel;
  dropsPassword?: boolean;
}

/**
 * @throws {AuthError} 400 validation_failed; numbers of countries that are not served among them
 */
export function readPhone(deps: AuthDeps, input: string | null): string {
  const phone = input === null ? null : normalizePhone(input);
  if (phone === null) throw validationFailed('Invalid phone number format (E.164 required)');
  if (!isServed(phone, deps.config.sms.prefixes)) {
    throw validationFailed('phone: Messages are not sent to numbers of this country');
  }
  return phone;
}

/** @param input null: sms @throws {AuthError} 400 validation_failed */
export function readChannel(input: string | null): SmsChannel {
  const channel = SMS_CHANNELS.find((known) => known === (input ?? 'sms'));
  if (channel === undefined) {
    throw validationFailed("channel: Invalid channel, supported values are 'sms' or 'whatsapp'");
  }
  return channel;
}

/** @throws {AuthError} phone_provider_disabled where phone numbers are no addresses */
export function requirePhones({ config }: AuthDeps, status: 400 | 422 = 400): void {
  if (!config.auth.phone.enabled) throw phoneDisabled(status);
}

/**
 * Makes a code for a phone, in place of the one before.
 * @returns the message to send when the transaction has committed
 */
export async function issueSms(tx: Queryable, deps: AuthDeps, order: SmsOrder): Promise<SmsMessage> {
  const { user, phone, purpose } = order;
  const { codeDigits, codeSeconds } = deps.config.auth.phone;
  const code = makeCode(codeDigits);
  await putToken(tx, {
    userId: user.id,
    purpose,
    address: phone,
    codeHash: deps.hashCode(phone, code),
    linkHash: null,
    dropsPassword: order.dropsPassword ?? false,
    lifeSeconds: codeSeconds,
  });
  await recordSent(tx, user.id, purpose);
  return codeMessage(tx, deps, { ...order, code });
}

/** A message with a code, in the user's language. */
export async function codeMessage(
  tx: Queryable,
  { hooks }: AuthDeps,
  order: { user: UserRow; phone: string; channel: SmsChannel; code: string },
): Promise<SmsMessage> {
  const { user, phone, channel, code } = order;
  const language = (await hooks.preferredLanguage(tx, user.id)) ?? user.raw_user_meta_data.language;
  const text = renderCode(templatesFor(hooks.templates, language), { app: hooks.appName(), code });
  return { to: phone, channel, code, text };
}

/**
 * Sends a message and waits for the provider, so that the caller learns when none will come.
 * @returns the provider's id of the message
 * @throws {AuthError} sms_send_failed, 422 for a number that cannot be sent to and 500 when the
 * provider fails
 */
export async function sendSms({ sms, log }: AuthDeps, message: SmsMessage): Promise<string> {
  try {
    return await sms.send(message);
  } catch (error) {
    if (!(error instanceof SmsSendError)) throw error;
    const { kind, code } = error;
    log[kind === 'refused' ? 'warn' : 'error']({ provider: sms.provider, kind, code }, 'an SMS was not sent');
    throw kind === 'refused'
      ? new AuthError(
          422,
          'sms_send_failed',
          'Error sending the message: the provider has refused the number',
        )
      : new AuthError(
          500,
          'sms_send_failed',
          'Error sending the message: the provider does not work for now',
        );
  }
}
