import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { cn } from '../cn.ts';
import { Input } from './input.tsx';

interface SearchFieldProps {
  label: string;
  hint: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field that narrows a list while the user types. */
export function SearchField({ label, hint, clearLabel, value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="block">
      {/* With letters of twice the size the hint has lines of its own; screen readers hear the placeholder. */}
      <p aria-hidden="true" className="mb-1 hidden max-[17rem]:block text-ink-soft text-sm">
        {hint}
      </p>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-1/2 size-4.5 max-[22.5rem]:hidden -translate-y-1/2 text-ink-soft"
        />
        <Input
          ref={field}
          type="search"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={label}
          placeholder={hint}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cn(
            'text-ellipsis ps-10 placeholder:text-start [&::-webkit-search-cancel-button]:hidden',
            // On a phone a hint at full size would be cut, on the narrowest beside the picture too.
            'max-[26rem]:placeholder:text-sm max-[22.5rem]:placeholder:text-[0.6875rem] max-[17rem]:placeholder:text-transparent',
            value ? 'pe-11' : 'max-[22.5rem]:ps-3',
          )}
        />
        {value && (
          <button
            type="button"
            aria-label={clearLabel}
            onClick={() => {
              onChange('');
              field.current?.focus();
            }}
            className="absolute end-0 top-0 grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        )}
      </div>
    </search>
  );
}
