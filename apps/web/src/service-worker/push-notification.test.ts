import { expect, it } from 'vitest';
import { readPush } from './push-notification.ts';

it('a push is shown with its words, under the tag of the chat, and leads there', () => {
  const text = JSON.stringify({ title: 'Helen', body: '早上好', path: '/chat/7', tag: '7' });
  expect(readPush(text, 'Dragoman')).toEqual({
    title: 'Helen',
    options: { body: '早上好', icon: '/icons/icon-192.png', data: { path: '/chat/7' }, tag: '7' },
  });
});

it.each([null, '', 'no json', 'null', '7', '{"title":"","body":4,"path":null,"tag":""}'])(
  'what cannot be read (%s) is shown under the app’s name',
  (text) => {
    expect(readPush(text, 'Dragoman')).toEqual({
      title: 'Dragoman',
      options: { body: '', icon: '/icons/icon-192.png', data: { path: '/' } },
    });
  },
);
