import type { Language } from '@dragoman/domain/languages';
import { CURRENCIES } from '@dragoman/domain/phrasebook/currencies';
import type { TermGroup } from '@dragoman/domain/phrasebook/phrase';
import type { SlotKind } from '@dragoman/domain/phrasebook/slot-kinds';
import { SLOT_UNITS } from '@dragoman/domain/phrasebook/slot-units';
import { slotForm } from '@dragoman/domain/phrasebook/term-index';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '@/shared/ui/form/input.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { CERTIFICATES, INCOTERM_CODES, type PlaceholderInput, unitLabel } from './placeholder-inputs.ts';

interface PhrasePlaceholdersProps {
  kind: SlotKind;
  input: PlaceholderInput;
  onChange: (input: PlaceholderInput) => void;
  language: Language;
  terms: readonly TermGroup[];
}

interface Choice {
  value: string;
  label: string;
}

/** The small fields that fill one slot of a phrase. */
export function PhrasePlaceholders({ kind, input, onChange, language, terms }: PhrasePlaceholdersProps) {
  const { t } = useTranslation();
  const typed = (label: string, props: { type?: string; inputMode?: 'decimal' | 'tel' | 'email' } = {}) => (
    <Labelled label={label}>
      {(id) => (
        <Input
          id={id}
          dir="ltr"
          autoComplete="off"
          value={input.text}
          onChange={(event) => onChange({ ...input, text: event.target.value })}
          {...props}
        />
      )}
    </Labelled>
  );
  const chosen = (label: string, choices: readonly Choice[]) => (
    <Labelled label={label}>
      {(id) => (
        <Select
          id={id}
          value={input.choice}
          onChange={(event) => onChange({ ...input, choice: event.target.value })}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );

  switch (kind) {
    case 'quantity':
      return (
        <Pair>
          {typed(t('phrases.slot.number'), { inputMode: 'decimal' })}
          {chosen(
            t('phrases.slot.unit'),
            SLOT_UNITS.map((unit) => ({ value: unit.id, label: unitLabel(unit, language) })),
          )}
        </Pair>
      );
    case 'money':
      return (
        <Pair>
          {typed(t('phrases.slot.amount'), { inputMode: 'decimal' })}
          {chosen(
            t('phrases.slot.currency'),
            CURRENCIES.map(({ code }) => ({ value: code, label: code })),
          )}
        </Pair>
      );
    case 'percent':
      return typed(t('phrases.slot.percent'), { inputMode: 'decimal' });
    case 'date':
      return typed(t('phrases.slot.date'), { type: 'date' });
    case 'time':
      return typed(t('phrases.slot.time'), { type: 'time' });
    case 'phone':
      return typed(t('phrases.slot.phone'), { type: 'tel', inputMode: 'tel' });
    case 'email':
      return typed(t('phrases.slot.email'), { inputMode: 'email' });
    case 'code':
      return typed(t('phrases.slot.code'));
    case 'certificate':
      return chosen(t('phrases.slot.certificate'), same(CERTIFICATES));
    case 'incoterm':
      return chosen(t('phrases.slot.incoterm'), same(INCOTERM_CODES));
    case 'product':
    case 'country':
    case 'city':
    case 'weekday':
      return chosen(t(`phrases.slot.${kind}`), termChoices(kind, terms, language));
  }
}

function same(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, label: value }));
}

/** Terms by the alphabet of the writer's language; days stay in the order of the week. */
function termChoices(kind: SlotKind, terms: readonly TermGroup[], language: Language): Choice[] {
  const choices = terms
    .filter((group) => group.slot === kind)
    .flatMap((group) => group.terms)
    .map((term) => ({ value: term.id, label: slotForm(term, language) ?? term.id }));
  return kind === 'weekday' ? choices : choices.sort((a, b) => a.label.localeCompare(b.label, language));
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 xs:grid-cols-2 gap-3">{children}</div>;
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
