import type { LeadQuestion } from './lead-questions.ts';

/**
 * Merges two devices' edits of one list of questions without losing either; the user reviews the
 * result before saving. A question that only one side changed, added or removed is taken from that
 * side. If one side removed it and the other changed it, it stays. Two new wordings are both kept
 * in one question, because answers belong to it.
 * @param base the common ancestor
 * @param ours the list about to be saved
 * @param theirs the list on the server
 */
export function mergeQuestions(
  base: readonly LeadQuestion[],
  ours: readonly LeadQuestion[],
  theirs: readonly LeadQuestion[],
): LeadQuestion[] {
  const [before, mine, other] = [byId(base), byId(ours), byId(theirs)];
  const moved =
    ids(base)
      .filter((id) => other.has(id))
      .join() !==
    ids(theirs)
      .filter((id) => before.has(id))
      .join();
  // Our order, unless they have moved something.
  const order = moved ? [...ids(theirs), ...ids(ours)] : [...ids(ours), ...ids(theirs)];
  return [...new Set(order)].flatMap((id) => {
    const [was, our, their] = [before.get(id), mine.get(id), other.get(id)];
    if (our && their) return [mergeQuestion(was, our, their)];
    const left = our ?? their;
    // One side removed it; the other may have changed it.
    return left && !(was && same(was, left)) ? [left] : [];
  });
}

function mergeQuestion(was: LeadQuestion | undefined, our: LeadQuestion, their: LeadQuestion): LeadQuestion {
  const { id } = our;
  const kind = our.kind === was?.kind ? their.kind : our.kind;
  const label = mergeLabel(was?.label, our.label, their.label);
  if (kind !== 'choice') return { id, kind, label };
  const [first, mine, other] = [choicesOf(was), choicesOf(our), choicesOf(their)];
  const removed = our.kind === 'choice' ? first.filter((choice) => !mine.includes(choice)) : [];
  const kept = other.filter((choice) => !removed.includes(choice));
  const added = mine.filter((choice) => !first.includes(choice));
  return { id, kind, label, choices: [...new Set([...kept, ...added])] };
}

function mergeLabel(was: string | undefined, our: string, their: string): string {
  if (our === was || our === their) return their;
  return their === was ? our : `${their} / ${our}`;
}

function choicesOf(question: LeadQuestion | undefined): readonly string[] {
  return question?.kind === 'choice' ? question.choices : [];
}

function byId(questions: readonly LeadQuestion[]): Map<string, LeadQuestion> {
  return new Map(questions.map((question) => [question.id, question]));
}

function ids(questions: readonly LeadQuestion[]): string[] {
  return questions.map(({ id }) => id);
}

function same(one: LeadQuestion, other: LeadQuestion): boolean {
  return (
    one.kind === other.kind &&
    one.label === other.label &&
    choicesOf(one).join('\n') === choicesOf(other).join('\n')
  );
}
