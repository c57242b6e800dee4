import { isUuid } from '@dragoman/domain/uuid';
import type { MaterialReader } from '@dragoman/functions/assistant/material-reader';
import type { Database } from '../db/database.ts';

interface FoundRow {
  title: string;
  pages: number;
  page: number;
  content: string;
}

const SEARCH = 'select title, pages, page, content from public.search_material($1)';

/** A vendor's own material as row-level security shows it, in transactions that can write nothing. */
export function createMaterialReader(db: Database): MaterialReader {
  return {
    async search(question, userId) {
      if (!isUuid(userId)) return [];
      const scope = { role: 'authenticated', claims: { role: 'authenticated', sub: userId }, readOnly: true };
      const rows = await db.request<FoundRow & Record<string, unknown>>(scope, {
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
