import type { OrderTerm } from './ast.ts';
import type { Budget } from './limits.ts';
import { takeField, takeName } from './names.ts';
import { Scanner } from './scanner.ts';

/**
 * Reads an `order` parameter, `name.asc.nullslast,vendor(company).desc`.
 * @throws {RestError} PGRST100
 */
export function parseOrder(text: string, budget: Budget): OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms: OrderTerm[] = [];
  do {
    scanner.skipSpace();
    budget.spend('orderTerms', scanner);
    terms.push(takeTerm(scanner));
    scanner.skipSpace();
  } while (scanner.eat(','));
  scanner.expectEnd('".", "," or end of input');
  return terms;
}

function takeTerm(scanner: Scanner): OrderTerm {
  const relation = takeRelation(scanner);
  const field = takeField(scanner);
  if (relation !== null) scanner.expect(')');
  const descending = !scanner.eat('.asc') && scanner.eat('.desc');
  const nulls = scanner.eat('.nullsfirst') ? 'first' : scanner.eat('.nullslast') ? 'last' : null;
  return { relation, field, descending, nulls };
}

function takeRelation(scanner: Scanner): string | null {
  const start = scanner.position;
  const name = takeName(scanner);
  if (scanner.eat('(')) return name;
  scanner.position = start;
  return null;
}
