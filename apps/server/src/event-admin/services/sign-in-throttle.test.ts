import { QueueFullError } from '@dragoman/supabase-server/util/work-queue';
import { expect, it } from 'vitest';
import { createSignInThrottle } from './sign-in-throttle.ts';

it('lets one try of a network run and eight wait, and refuses the others', async () => {
  const throttle = createSignInThrottle();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const tries = Array.from({ length: 14 }, () => throttle.run('198.51.100.7', () => held));
  const refused = await Promise.allSettled(tries.slice(9));
  expect(refused.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  await expect(tries[9]).rejects.toBeInstanceOf(QueueFullError);
  const elsewhere = throttle.run('203.0.113.9', async () => 'elsewhere');
  expect(await elsewhere).toBe('elsewhere');
  end();
  await tries[0];
});
