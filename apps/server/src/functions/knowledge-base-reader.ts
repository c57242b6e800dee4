import { isUuid } from '@dragoman/domain/uuid';
import type { KnowledgeBaseReader } from '@dragoman/functions/assistant/readers';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { CallerScope } from './caller-scope.ts';

interface FoundRow {
  title: string;
  pages: number;
  page: number;
  content: string;
}

const SEARCH = 'select title, pages, page, content from public.search_material($1)';

/**
 * A vendor's own knowledge base as row-level security shows it, in transactions that can write
 * nothing.
 */
export function createKnowledgeBaseReader(db: Database, scopeOf: CallerScope): KnowledgeBaseReader {
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
