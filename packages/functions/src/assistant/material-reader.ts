import type { MaterialSource } from '@dragoman/domain/material/material-answer';

/** Where what a vendor gave the assistant is looked up: with the caller's own rights, and to be read alone. */
export interface MaterialReader {
  /**
   * @param question in any language
   * @param userId the caller
   * @param request carries the caller's own rights, for a host that needs them
   * @returns passages of the caller's own material that may contain the answer, in the order of
   * citation
   */
  search(question: string, userId: string, request: Request): Promise<MaterialSource[]>;
}
