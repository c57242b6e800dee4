import { expect, it } from 'vitest';
import { isUuid } from '../../util/uuid.ts';
import { createMadeUpIds } from './made-up-id.ts';

it('is a UUID, the same for the same name and key', () => {
  const madeUpId = createMadeUpIds(Buffer.alloc(32, 1));
  expect(isUuid(madeUpId('lin@fair.example'))).toBe(true);
  expect(madeUpId('lin@fair.example')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(madeUpId('lin@fair.example')).toBe(madeUpId('lin@fair.example'));
  expect(madeUpId('lin@fair.example')).not.toBe(madeUpId('wei@fair.example'));
  expect(createMadeUpIds(Buffer.alloc(32, 2))('lin@fair.example')).not.toBe(madeUpId('lin@fair.example'));
});
