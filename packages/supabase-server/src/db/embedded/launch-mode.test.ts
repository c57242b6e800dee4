import { describe, expect, it } from 'vitest';
import { launchModes } from './launch-mode.ts';

const account = { uid: 101, gid: 104 };

describe('launchModes', () => {
  it('ends with a plain start, which needs no tool', () => {
    expect(launchModes(null).at(-1)).toEqual({ wrapper: [], account: null });
    expect(launchModes(account).at(-1)).toEqual({ wrapper: [], account });
  });

  it('never tries a plain start when a capability is needed', () => {
    for (const mode of launchModes(account, 'dac_read_search')) {
      expect(mode.wrapper).toEqual(
        expect.arrayContaining(['setpriv', '--reuid=101', '--regid=104', '--clear-groups']),
      );
      expect(mode.account).toBeNull();
    }
  });

  it('asks for the narrow right before the wide one, and for the wide one alone where only that helps', () => {
    const ambient = (capability: 'dac_read_search' | 'dac_override') =>
      launchModes(account, capability).map(({ wrapper }) =>
        wrapper.find((word) => word.startsWith('--ambient')),
      );
    expect(ambient('dac_read_search')).toEqual([
      '--ambient-caps=-all,+dac_read_search',
      '--ambient-caps=-all,+dac_override',
    ]);
    expect(ambient('dac_override')).toEqual(['--ambient-caps=-all,+dac_override']);
  });
});
