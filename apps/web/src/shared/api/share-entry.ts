import type { CardField } from './card-field-names.ts';

/** An entry of the record, as the server has written it. */
export type ShareEntry = {
  id: string;
  /**
   * everyone: what holds by default replaced what was chosen for each person. filled: fields that
   * had been empty have a value.
   */
  reason: 'exchange' | 'choice' | 'everyone' | 'filled';
  /** Had a value, and could be read from then on. */
  shared: CardField[];
  withheld: CardField[];
  created_at: string;
};
