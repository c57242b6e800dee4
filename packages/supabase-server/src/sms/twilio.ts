import { z } from 'zod';
import type { TwilioConfig } from '../config/phone.ts';
import { type SmsMessage, SmsSendError, type SmsSender } from './sms-sender.ts';

const messageSchema = z.object({
  sid: z.string().min(1),
  status: z.string().optional(),
  error_code: z.number().nullish(),
});
const errorSchema = z.object({ code: z.number() });

/** States of a message that Twilio will not deliver. */
const DEAD = new Set(['failed', 'undelivered', 'canceled']);

/**
 * Sends through Twilio's Messages resource, API version 2010-04-01. It makes one attempt only:
 * after a lost response it is unknown whether the message was sent, and the user can request
 * another one.
 */
export function createTwilioSmsSender(options: TwilioConfig & { timeoutMs: number }): SmsSender {
  const url = `${options.baseUrl}/2010-04-01/Accounts/${options.accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${options.user}:${options.secret}`).toString('base64')}`;
  return {
    provider: 'twilio',
    async send(message) {
      const response = await post(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: messageFields(message, options),
        // The account's secret is for this host alone.
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      if (response.status >= 400) throw refusal(response);
      const created = messageSchema.safeParse(response.body);
      if (!created.success) throw new SmsSendError('failed', 'unreadable answer');
      if (DEAD.has(created.data.status ?? '')) {
        throw new SmsSendError('refused', String(created.data.error_code ?? created.data.status));
      }
      return created.data.sid;
    },
  };
}

function messageFields(message: SmsMessage, options: TwilioConfig): URLSearchParams {
  const fields = new URLSearchParams();
  const whatsApp = message.channel === 'whatsapp';
  const from = (whatsApp ? options.whatsAppFrom : null) ?? options.from;
  fields.set('To', `${whatsApp ? 'whatsapp:' : ''}+${message.to}`);
  if (from !== null) fields.set('From', `${whatsApp ? 'whatsapp:' : ''}${from}`);
  else fields.set('MessagingServiceSid', options.messagingServiceSid ?? '');
  if (whatsApp && options.whatsAppContentSid !== null) {
    // WhatsApp lets a business begin a conversation with an approved template alone.
    fields.set('ContentSid', options.whatsAppContentSid);
    fields.set('ContentVariables', JSON.stringify({ 1: message.code }));
  } else {
    fields.set('Body', message.text);
  }
  return fields;
}

interface TwilioAnswer {
  status: number;
  body: unknown;
}

async function post(url: string, request: RequestInit): Promise<TwilioAnswer> {
  try {
    const response = await fetch(url, request);
    const body: unknown = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return null;
      throw error;
    });
    return { status: response.status, body };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    throw new SmsSendError('failed', timedOut ? 'timeout' : 'connection');
  }
}

/** A 400 is about the message; other refusals are about the account, its quota or the service. */
function refusal({ status, body }: TwilioAnswer): SmsSendError {
  const parsed = errorSchema.safeParse(body);
  return new SmsSendError(
    status === 400 ? 'refused' : 'failed',
    String(parsed.data?.code ?? `HTTP ${status}`),
  );
}
