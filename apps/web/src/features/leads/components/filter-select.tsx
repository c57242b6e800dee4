import { Select } from '@/shared/ui/form/select.tsx';

interface FilterSelectProps<Value extends string | number> {
  label: string;
  /** The option shown for no choice; omitted when a value is required. */
  any?: string;
  value: Value | null;
  options: ReadonlyArray<readonly [value: Value, text: string]>;
  onChange: (value: Value | null) => void;
}

/** One filter of a list. */
export function FilterSelect<Value extends string | number>({
  label,
  any,
  value,
  options,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <Select
      aria-label={label}
      className={any && value !== null ? 'border-primary bg-primary-tint text-primary' : ''}
      value={value ?? ''}
      onChange={({ target }) =>
        onChange(options.find(([known]) => String(known) === target.value)?.[0] ?? null)
      }
    >
      {any && <option value="">{any}</option>}
      {options.map(([known, text]) => (
        <option key={known} value={known}>
          {text}
        </option>
      ))}
    </Select>
  );
}
