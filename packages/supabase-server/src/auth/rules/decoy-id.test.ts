import { expect, it } from 'vitest';
import { isUuid } from '../../util/uuid.ts';
import { createDecoyIds } from './decoy-id.ts';

it('is a UUID, the same for the same name and key', () => {
  const decoyId = createDecoyIds(Buffer.alloc(32, 1));
  expect(isUuid(decoyId('lin@fair.example'))).toBe(true);
  expect(decoyId('lin@fair.example')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(decoyId('lin@fair.example')).toBe(decoyId('lin@fair.example'));
  expect(decoyId('lin@fair.example')).not.toBe(decoyId('wei@fair.example'));
  expect(createDecoyIds(Buffer.alloc(32, 2))('lin@fair.example')).not.toBe(decoyId('lin@fair.example'));
});
