import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('patience with slow requests', () => {
  it('has bounds, and no more for the headers than for the whole', () => {
    expect(loadConfig({}).connections).toEqual({ headersSeconds: 20, requestSeconds: 300 });
    const short = loadConfig({ REQUEST_HEADERS_SECONDS: '30', REQUEST_SECONDS: '10' });
    expect(short.connections).toEqual({ headersSeconds: 10, requestSeconds: 10 });
    // Without an end anybody could hold every socket.
    expect(() => loadConfig({ REQUEST_SECONDS: '0' })).toThrow('REQUEST_SECONDS');
    expect(() => loadConfig({ REQUEST_HEADERS_SECONDS: '601' })).toThrow('REQUEST_HEADERS_SECONDS');
  });
});

describe('the housekeeping', () => {
  it('can be turned off, but not be told to remove what is still needed', () => {
    expect(loadConfig({}).housekeeping).toEqual({
      everyMinutes: 60,
      endedSessionDays: 30,
      abandonedGuestDays: 30,
      broadcastDays: 3,
      securityEventsDays: 90,
    });
    expect(loadConfig({ HOUSEKEEPING_MINUTES: '0' }).housekeeping.everyMinutes).toBe(0);
    expect(() => loadConfig({ KEEP_ENDED_SESSIONS_DAYS: '0' })).toThrow('KEEP_ENDED_SESSIONS_DAYS');
    expect(() => loadConfig({ KEEP_ABANDONED_GUESTS_DAYS: '0' })).toThrow('KEEP_ABANDONED_GUESTS_DAYS');
    expect(() => loadConfig({ KEEP_BROADCASTS_DAYS: '0' })).toThrow('KEEP_BROADCASTS_DAYS');
    expect(() => loadConfig({ SECURITY_EVENTS_DAYS: '0' })).toThrow('SECURITY_EVENTS_DAYS');
  });
});
