import { type Machine, memorySettings } from './memory-settings.ts';

/**
 * Settings that every start passes on PostgreSQL's command line, where they win over the files in
 * the data directory: a cluster made by an older release, or edited by hand, behaves the same.
 * Sizes are those of `memory-settings.ts`.
 */
const settings: Readonly<Record<string, string>> = {
  // Reachable from this machine only, and only with the password.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // An acknowledged message is on the disk.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // The change feed: one temporary slot for each server process. A reader that falls behind by more
  // than this loses its slot instead of filling the disk.
  wal_level: 'logical',
  max_replication_slots: '32',
  max_wal_senders: '32',
  max_slot_wal_keep_size: '1GB',
  io_method: 'sync',
  // The log tells how the server is, never what people wrote. Errors of statements go to the
  // client, whose log keeps the SQLSTATE; here they would carry values ("invalid input syntax for
  // type uuid: ..."), and a client could fill the disk.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_autovacuum_min_duration: '-1',
  log_checkpoints: 'off',
  log_lock_waits: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'dragoman',
};

/** The arguments that start a server on a cluster and a port of 127.0.0.1. */
export function postmasterArguments(clusterDir: string, port: number, machine: Machine): string[] {
  const assignments = Object.entries({ ...settings, ...memorySettings(machine), port: String(port) });
  return ['-D', clusterDir, ...assignments.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * The arguments of a single-user session, which reads statements from standard input, on a cluster
 * that nothing serves.
 */
export function singleUserArguments(clusterDir: string): string[] {
  const quiet = [
    'log_min_messages',
    'log_min_error_statement',
    'log_statement',
    'log_checkpoints',
    'lc_messages',
  ];
  const assignments = [...quiet.map((name) => `${name}=${settings[name]}`), 'exit_on_error=on'];
  return ['--single', '-D', clusterDir, ...assignments.flatMap((setting) => ['-c', setting]), 'postgres'];
}
