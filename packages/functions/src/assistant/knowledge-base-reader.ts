import type { AnswerSource } from '@dragoman/domain/knowledge-base/knowledge-base-answer';

/** Searches a vendor's knowledge base with the caller's own permissions, without writing. */
export interface KnowledgeBaseReader {
  /**
   * @param question in any language
   * @param userId the caller
   * @param request carries the caller's own rights, for a host that needs them
   * @returns passages of the caller's own knowledge base that may contain the answer, in the order
   * of citation
   */
  search(question: string, userId: string, request: Request): Promise<AnswerSource[]>;
}
