import { expect, it } from 'vitest';
import { typedDrafts } from './typed-drafts.ts';

/** A storage whose keys are its own properties, as in browsers. */
function storage(entries: Record<string, string>): Storage {
  const store = { ...entries };
  Object.defineProperty(store, 'getItem', { value: (key: string) => entries[key] ?? null });
  return store as unknown as Storage;
}

it('are messages and forms with typed text', () => {
  const store = storage({
    'dragoman-draft-chat:s1': 'Half a sentence',
    'dragoman-draft-visitor-setup:u': '{"name":"Lin","company":"","consent":true,":row":"row-1"}',
    'dragoman-draft-step:u': '{"step":1,"pass":"none","advancing":false}',
    'dragoman-draft-empty:u': '{}',
    'dragoman-draft-broken:u': '{',
    'dragoman-apart': '"not typed"',
  });
  expect(typedDrafts(store)).toEqual([{ sessionId: 's1', text: 'Half a sentence' }, { text: 'name: Lin' }]);
});

it('are none where storage is forbidden', () => {
  expect(typedDrafts()).toEqual([]);
});
