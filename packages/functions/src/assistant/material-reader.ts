import type { MaterialSource } from '@dragoman/domain/material/material-answer';

/** Where what a vendor gave the assistant is looked up: with the caller's own rights, and to be read alone. */
export interface MaterialReader {
  /**
   * @param question in any language.
   * @param userId who asks.
   * @param request carries the caller's own rights, for a host that needs them.
   * @returns what of the caller's own material may hold the answer, in the order in which it is cited; empty when nothing does
   */
  search(question: string, userId: string, request: Request): Promise<MaterialSource[]>;
}
