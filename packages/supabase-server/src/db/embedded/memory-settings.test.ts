import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { memorySettings, usableMemory } from './memory-settings.ts';

const GIB = 1024 ** 3;

/** The bytes of a setting such as "64MB". */
const bytes = (setting: string | undefined) => Number.parseInt(setting ?? '', 10) * 1024 ** 2;

describe('the memory of PostgreSQL', () => {
  it('fits a laptop', () => {
    expect(memorySettings({ memoryBytes: 8 * GIB, poolSize: 16 })).toEqual({
      shared_buffers: '128MB',
      max_connections: '60',
      work_mem: '8MB',
      hash_mem_multiplier: '1',
      maintenance_work_mem: '64MB',
      autovacuum_work_mem: '64MB',
      temp_file_limit: '1024MB',
    });
  });

  it('is a bounded part of any machine, whatever its size and the pool’s', () => {
    for (const memoryBytes of [GIB / 2, GIB, 2 * GIB, 4 * GIB, 512 * GIB]) {
      for (const poolSize of [2, 16, 200]) {
        const settings = memorySettings({ memoryBytes, poolSize });
        const connections = Number(settings.max_connections);
        expect(connections).toBeGreaterThanOrEqual(poolSize + 20);
        // Sorts and hashes of all connections of the pool at once.
        const most = bytes(settings.work_mem) * poolSize + bytes(settings.shared_buffers);
        expect(most).toBeLessThanOrEqual(Math.max(memoryBytes / 2, 256 * 1024 ** 2));
        expect(bytes(settings.temp_file_limit)).toBeLessThanOrEqual(GIB);
        expect(bytes(settings.work_mem)).toBeGreaterThanOrEqual(1024 ** 2);
      }
    }
  });

  it('is never more than the machine has', () => {
    expect(usableMemory()).toBeGreaterThan(0);
    expect(usableMemory()).toBeLessThanOrEqual(os.totalmem());
  });
});
