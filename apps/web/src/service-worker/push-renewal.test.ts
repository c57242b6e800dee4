import { expect, it } from 'vitest';
import { type SubscriptionChange, subscribeAgain } from './push-renewal.ts';

const options = { userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 7]).buffer };
const ended = { options };

/** @returns the options of each subscription that was asked for */
async function askedFor(change: SubscriptionChange, answer: () => Promise<PushSubscription>) {
  const asked: unknown[] = [];
  await subscribeAgain(change, {
    subscribe: (wanted) => {
      asked.push(wanted);
      return answer();
    },
  });
  return asked;
}

it('an ended subscription is made again with its key', async () => {
  const change = { oldSubscription: ended, newSubscription: null };
  expect(await askedFor(change, async () => ({}) as PushSubscription)).toEqual([options]);
});

it('a refusal is no error', async () => {
  const change = { oldSubscription: ended };
  expect(await askedFor(change, () => Promise.reject(new DOMException('', 'NotAllowedError')))).toHaveLength(
    1,
  );
});

it.each([
  ['the browser has made a new one', { oldSubscription: ended, newSubscription: {} }],
  ['the browser does not say which has ended', {}],
])('none is made when %s', async (_case, change) => {
  expect(await askedFor(change, async () => ({}) as PushSubscription)).toEqual([]);
});
