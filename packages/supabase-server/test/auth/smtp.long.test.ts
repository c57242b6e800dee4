import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { type MailSink, SMTP_ACCOUNT, startMailSink } from '../mail/smtp-server.ts';
import { call } from './call.ts';

const PUBLIC_URL = 'https://fair.example';

let sink: MailSink;
let server: TestServer;
beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestServer({
    SMTP_URL: `smtp://${SMTP_ACCOUNT}@127.0.0.1:${sink.port}`,
    MAIL_FROM: 'The Fair <hello@fair.example>',
    PUBLIC_URL,
  });
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});

describe('a server with a mail server', () => {
  it('asks for a confirmation, whose link is made of PUBLIC_URL whatever host the request names', async () => {
    const email = 'lin@fair.example';
    const answer = await call(server, '/signup?redirect_to=https%3A%2F%2Ffair.example%2Fjoin%2F7', {
      body: { email, password: 'a long enough password', data: { language: 'ar' } },
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('access_token');
    await vi.waitFor(() => expect(sink.received).toHaveLength(1), { timeout: 10_000 });
    const [{ from, recipients, mail } = { from: '', recipients: [], mail: null }] = sink.received;
    expect(from).toBe('hello@fair.example');
    expect(recipients).toEqual([email]);
    expect(mail?.subject).toContain('أكّد');
    expect(mail?.html).toContain('dir="rtl"');
    const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank');
    expect(link.origin).toBe(PUBLIC_URL);
    expect(link.pathname).toBe('/auth/v1/verify');
    expect(link.searchParams.get('redirect_to')).toBe(`${PUBLIC_URL}/join/7`);
    const verified = await server
      .client()
      .auth.verifyOtp({ token_hash: link.searchParams.get('token') ?? '', type: 'signup' });
    expect(verified.error).toBeNull();
    expect(verified.data.user?.email).toBe(email);
  });

  it('gives the same answer when the mail server refuses, and logs no address', async () => {
    const logged = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => undefined);
    try {
      const { data, error } = await server.client().auth.signUp({
        email: 'refused@fair.example',
        password: 'a long enough password',
      });
      expect(error).toBeNull();
      expect(data.user?.confirmation_sent_at).toBeTruthy();
      await vi.waitFor(() => expect(logged).toHaveBeenCalled(), { timeout: 10_000 });
      expect(JSON.stringify(logged.mock.calls)).toContain('mail confirmation');
      expect(JSON.stringify(logged.mock.calls)).not.toContain('refused@');
    } finally {
      logged.mockRestore();
    }
  });
});
