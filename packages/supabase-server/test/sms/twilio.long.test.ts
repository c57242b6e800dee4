import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadServerConfig } from '../../src/config/server-environment.ts';
import { createSmsSender } from '../../src/sms/create-sms-sender.ts';
import { type SmsMessage, SmsSendError } from '../../src/sms/sms-sender.ts';
import {
  ACCOUNT_SID,
  API_KEY_SECRET,
  API_KEY_SID,
  AUTH_TOKEN,
  INVALID_NUMBER,
  startTwilioServer,
  type TwilioServer,
} from './twilio-server.ts';

const SERVICE_SID = `MG${'c3'.repeat(16)}`;
const TEMPLATE_SID = `HX${'d4'.repeat(16)}`;
const message: SmsMessage = {
  to: '4915112345678',
  channel: 'sms',
  text: '您的 Dragoman 验证码是 123456，请勿告诉他人。',
  code: '123456',
};

let twilio: TwilioServer;
beforeAll(async () => {
  twilio = await startTwilioServer();
});
beforeEach(() => {
  twilio.mood = 'working';
  twilio.taken.length = 0;
  twilio.requests = 0;
});
afterAll(() => twilio.close());

function sender(env: Record<string, string> = {}) {
  const config = loadServerConfig({
    TWILIO_BASE_URL: twilio.url,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM: '+15005550006',
    SMS_TIMEOUT_MS: '10000',
    ...env,
  });
  return createSmsSender(config);
}

/** The last message sent. */
const lastFields = () => Object.fromEntries(twilio.taken.at(-1)?.fields ?? []);

async function failure(sending: Promise<string>): Promise<SmsSendError> {
  const error: unknown = await sending.catch((caught: unknown) => caught);
  if (!(error instanceof SmsSendError)) throw new Error('no failure of the provider');
  return error;
}

describe('the Twilio sender', () => {
  it('sends a message and gives its id', async () => {
    const sms = sender();
    expect(sms.provider).toBe('twilio');
    const sid = await sms.send(message);
    expect(sid).toBe(twilio.taken[0]?.sid);
    expect(lastFields()).toEqual({ To: '+4915112345678', From: '+15005550006', Body: message.text });
  });

  it('takes an API key and a messaging service', async () => {
    await sender({
      TWILIO_AUTH_TOKEN: '',
      TWILIO_API_KEY_SID: API_KEY_SID,
      TWILIO_API_KEY_SECRET: API_KEY_SECRET,
      TWILIO_FROM: '',
      TWILIO_MESSAGING_SERVICE_SID: SERVICE_SID,
    }).send(message);
    expect(lastFields()).toEqual({
      To: '+4915112345678',
      MessagingServiceSid: SERVICE_SID,
      Body: message.text,
    });
  });

  it('sends through WhatsApp, with a template where there is one', async () => {
    const whatsApp: SmsMessage = { ...message, channel: 'whatsapp' };
    await sender().send(whatsApp);
    expect(lastFields()).toEqual({
      To: 'whatsapp:+4915112345678',
      From: 'whatsapp:+15005550006',
      Body: message.text,
    });
    const own = sender({ TWILIO_WHATSAPP_FROM: '+15005550010', TWILIO_WHATSAPP_CONTENT_SID: TEMPLATE_SID });
    await own.send(whatsApp);
    expect(lastFields()).toEqual({
      To: 'whatsapp:+4915112345678',
      From: 'whatsapp:+15005550010',
      ContentSid: TEMPLATE_SID,
      ContentVariables: '{"1":"123456"}',
    });
    await own.send(message);
    expect(lastFields()).toMatchObject({ To: '+4915112345678', From: '+15005550006' });
  });

  it('tells a number that is refused from a provider that fails', async () => {
    const invalid = await failure(sender().send({ ...message, to: INVALID_NUMBER }));
    expect(invalid).toMatchObject({ kind: 'refused', code: '21211' });
    // Neither the number nor the text may reach a log.
    expect(`${invalid.message} ${invalid.code}`).not.toContain(INVALID_NUMBER);
    twilio.mood = 'failing at once';
    expect(await failure(sender().send(message))).toMatchObject({ kind: 'refused', code: '30007' });
    twilio.mood = 'overloaded';
    expect(await failure(sender().send(message))).toMatchObject({ kind: 'failed', code: '20429' });
    twilio.mood = 'down';
    expect(await failure(sender().send(message))).toMatchObject({ kind: 'failed', code: 'HTTP 503' });
    twilio.mood = 'talking nonsense';
    expect(await failure(sender().send(message))).toMatchObject({ kind: 'failed' });
    twilio.mood = 'working';
    const wrong = sender({ TWILIO_AUTH_TOKEN: 'another token' });
    expect(await failure(wrong.send(message))).toMatchObject({ kind: 'failed', code: '20003' });
  });

  it('gives up on a provider that does not answer, and tries once', async () => {
    twilio.mood = 'silent';
    const error = await failure(sender({ SMS_TIMEOUT_MS: '200' }).send(message));
    expect(error).toMatchObject({ kind: 'failed', code: 'timeout' });
    expect(twilio.requests).toBe(1);
    const nobody = sender({ TWILIO_BASE_URL: 'http://127.0.0.1:9' });
    expect(await failure(nobody.send(message))).toMatchObject({ kind: 'failed', code: 'connection' });
  });

  it('does not follow to another place with its secret', async () => {
    twilio.mood = 'elsewhere';
    expect(await failure(sender().send(message))).toMatchObject({ kind: 'failed' });
    expect(twilio.requests).toBe(1);
  });
});
