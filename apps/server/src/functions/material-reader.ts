import { isUuid } from '@dragoman/domain/uuid';
import type { MaterialReader } from '@dragoman/functions/assistant/material-reader';
import type { Database } from '../db/database.ts';
import type { CallerScope } from './caller-scope.ts';

interface FoundRow {
  title: string;
  pages: number;
  page: number;
  content: string;
}

const SEARCH = 'select title, pages, page, content from public.search_material($1)';

/** A vendor's own material as row-level security shows it, in transactions that can write nothing. */
export function createMaterialReader(db: Database, scopeOf: CallerScope): MaterialReader {
  return {
    async search(question, userId, request) {
      if (!isUuid(userId)) return [];
      const rows = await db.request<FoundRow & Record<string, unknown>>(await scopeOf(request), {
        text: SEARCH,
        values: [question],
      });
      return rows.map(({ title, pages, page, content }) => ({
        title,
        page: pages > 1 ? page : null,
        content,
      }));
    },
  };
}
