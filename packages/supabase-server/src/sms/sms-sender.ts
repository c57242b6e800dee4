export const SMS_CHANNELS = ['sms', 'whatsapp'] as const;
/** The channel of a message. */
export type SmsChannel = (typeof SMS_CHANNELS)[number];

/** A message with a code, to one phone. */
export interface SmsMessage {
  /** Digits with the country code, without +. */
  to: string;
  channel: SmsChannel;
  text: string;
  /** The code in `text`, for a provider that fills a template of its own. */
  code: string;
}

export interface SmsSender {
  /** The provider's name in GET /settings. */
  readonly provider: string;
  /**
   * Resolves when the provider (or the outbox folder) has taken the message over.
   * @returns the provider's id of the message
   * @throws {SmsSendError}
   */
  send(message: SmsMessage): Promise<string>;
}

/** A provider has not taken a message. Holds neither the number nor the text. */
export class SmsSendError extends Error {
  override readonly name = 'SmsSendError';
  /**
   * `refused`: this message to this number, and would be again. `failed`: the provider or its
   * settings; another try may help.
   */
  readonly kind: 'refused' | 'failed';
  /** The provider's own code, for the log. */
  readonly code: string;

  constructor(kind: 'refused' | 'failed', code: string) {
    super(`The SMS provider has ${kind === 'refused' ? 'refused a message' : 'failed'} (${code})`);
    this.kind = kind;
    this.code = code;
  }
}
