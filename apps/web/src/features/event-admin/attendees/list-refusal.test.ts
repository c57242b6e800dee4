import { expect, it } from 'vitest';
import { EventAdminApiError } from '../api/event-admin-api.ts';
import { listRefusalOf } from './list-refusal.ts';

it('names the fault of a list and its row, and takes whatever else for a failure', () => {
  const bad = (code: string, path: string) =>
    listRefusalOf(new EventAdminApiError(422, { code: 'bad_list', problems: [{ path, code }] }));
  expect(bad('no_id_column', 'file')).toEqual({ fault: 'no_id_column' });
  expect(bad('unclosed_quotes', 'row.17')).toEqual({ fault: 'unclosed_quotes', row: 17 });
  expect(bad('of a later server', 'file')).toEqual({ fault: 'failed' });
  expect(listRefusalOf(new EventAdminApiError(413, { code: 'too_large' }))).toEqual({ fault: 'too_large' });
  expect(listRefusalOf(new EventAdminApiError(502, {}))).toEqual({ fault: 'failed' });
  expect(listRefusalOf(new TypeError('no network'))).toEqual({ fault: 'failed' });
});
