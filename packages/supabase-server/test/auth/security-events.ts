import { vi } from 'vitest';
import type { SecurityEvent } from '../../src/security/security-events.ts';
import type { TestServer } from '../harness.ts';

/** Collects what the server's security log records from now on. */
export function watchSecurityLog(server: TestServer): SecurityEvent[] {
  const events: SecurityEvent[] = [];
  const { securityLog } = server.ctx;
  const record = securityLog.record.bind(securityLog);
  vi.spyOn(securityLog, 'record').mockImplementation((event) => {
    events.push(event);
    record(event);
  });
  return events;
}
