import type { DnsConfig } from '../../config/https.ts';
import { setAtDesec } from './desec.ts';
import { runDnsCommand } from './dns-command.ts';

/** The record by which an authority sees that a domain is ours (RFC 8555, section 8.4). */
export interface ProofRecord {
  /** Such as `_acme-challenge.booth.example.com`. */
  name: string;
  /** Text of the TXT record, without quotes. */
  value: string;
}

/** Sets and removes a record in the domain's zone. */
export interface DnsEditor {
  /** @throws {DnsError} when the record could not be set */
  set(record: ProofRecord): Promise<void>;
  /** @throws {DnsError} when the record could not be removed */
  remove(record: ProofRecord): Promise<void>;
}

/** @returns null for records that a person sets */
export function dnsEditor(config: DnsConfig): DnsEditor | null {
  if (config.kind === 'manual') return null;
  if (config.kind === 'desec') {
    return {
      set: (record) => setAtDesec(config, record.name, [record.value]),
      remove: (record) => setAtDesec(config, record.name, []),
    };
  }
  return {
    set: (record) => runDnsCommand(config.command, 'set', record),
    remove: (record) => runDnsCommand(config.command, 'remove', record),
  };
}
