import os from 'node:os';

const MIB = 1024 * 1024;
/** Connections outside the pool: listeners, migrations, backups, an operator's session. */
const OTHER_CONNECTIONS = 20;
const FEWEST_CONNECTIONS = 60;
/** Sorts and hashes that one statement may have at a time, each of them with `work_mem`. */
const NODES = 4;

/** The machine's properties that determine the sizes. */
export interface Machine {
  /** Bytes of memory that this process and its children may use. */
  memoryBytes: number;
  /** Connections that the server's pool may open. */
  poolSize: number;
}

/** The memory of the machine, or of the container that we run in. */
export function usableMemory(): number {
  // 0 or a number beyond all memory: no limit.
  const limit = process.constrainedMemory() ?? 0;
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

/**
 * PostgreSQL's settings that bound its memory and its temporary files. If all connections work at
 * once, their sorts and hashes take about a quarter of the memory; statements that need more write
 * temporary files, and those end, too. See PostgreSQL's documentation, 19.4 "Resource Consumption".
 */
export function memorySettings({ memoryBytes, poolSize }: Machine): Record<string, string> {
  const connections = Math.max(FEWEST_CONNECTIONS, poolSize + OTHER_CONNECTIONS);
  return {
    shared_buffers: megabytes(memoryBytes / 64, 32, 256),
    max_connections: String(connections),
    work_mem: megabytes(memoryBytes / 4 / connections / NODES, 1, 8),
    hash_mem_multiplier: '1',
    maintenance_work_mem: megabytes(memoryBytes / 64, 16, 64),
    autovacuum_work_mem: megabytes(memoryBytes / 128, 16, 64),
    // The limit applies to each process.
    temp_file_limit: megabytes(memoryBytes / 8, 256, 1024),
  };
}

function megabytes(bytes: number, least: number, most: number): string {
  return `${Math.min(most, Math.max(least, Math.floor(bytes / MIB)))}MB`;
}
