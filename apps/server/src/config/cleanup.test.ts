import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the cleanup', () => {
  it('can be turned off, but not be told to remove what is still needed', () => {
    expect(loadConfig({}).cleanup).toEqual({
      everyMinutes: 60,
      endedSessionDays: 30,
      abandonedGuestDays: 30,
      broadcastDays: 3,
      securityEventsDays: 90,
      missedRepliesSeconds: 5,
      webhooksSeconds: 5,
    });
    expect(loadConfig({ HOUSEKEEPING_MINUTES: '0' }).cleanup.everyMinutes).toBe(0);
    expect(() => loadConfig({ KEEP_ENDED_SESSIONS_DAYS: '0' })).toThrow('KEEP_ENDED_SESSIONS_DAYS');
    expect(() => loadConfig({ KEEP_ABANDONED_GUESTS_DAYS: '0' })).toThrow('KEEP_ABANDONED_GUESTS_DAYS');
    expect(() => loadConfig({ KEEP_BROADCASTS_DAYS: '0' })).toThrow('KEEP_BROADCASTS_DAYS');
    expect(() => loadConfig({ SECURITY_EVENTS_DAYS: '0' })).toThrow('SECURITY_EVENTS_DAYS');
  });
});
