import type { Language } from '../languages.ts';
import { dateText } from '../phrasebook/dates.ts';
import { quantityText, SLOT_UNITS } from '../phrasebook/slot-units.ts';
import type { FoundFact } from './fact.ts';

/**
 * @returns what a fact says, written as its reader writes it: "5,000件" is "5,000 pieces" in
 * English. As it was written where no rule says for sure how that would be.
 */
export function factText({ text, meaning }: Pick<FoundFact, 'text' | 'meaning'>, language: Language): string {
  switch (meaning.kind) {
    case 'as-written':
      return text;
    case 'day':
      return dateText(meaning.day, language);
    case 'quantity': {
      const unit = SLOT_UNITS.find(({ id }) => id === meaning.unit);
      // The end of a range decides how the unit is counted.
      const end = meaning.number.split('–').at(-1) ?? '';
      const written = unit && quantityText(end, unit, language);
      if (!written) return text;
      return written.startsWith(end) ? meaning.number + written.slice(end.length) : written;
    }
  }
}
