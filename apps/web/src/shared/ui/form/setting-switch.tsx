import { type ReactNode, useId } from 'react';

/** A switch that saves at once, with its name and a line about it. */
export function SettingSwitch({
  label,
  text,
  on,
  busy = false,
  onChange,
}: {
  label: string;
  text: ReactNode;
  on: boolean;
  busy?: boolean;
  onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <label className="relative isolate flex min-h-12 cursor-pointer items-center gap-3 py-1.5 before:absolute before:-inset-x-2 before:inset-y-0 before:-z-1 before:rounded-control hover:before:bg-sunken has-focus-visible:before:outline-2 has-focus-visible:before:outline-primary">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-sm">{label}</span>
        <span id={id} className="wrap-anywhere block text-pretty text-ink-soft text-xs">
          {text}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={id}
        aria-checked={on}
        checked={on}
        disabled={busy}
        onChange={({ target }) => onChange(target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="relative h-6 w-11 shrink-0 rounded-full border border-ink-soft bg-sunken transition-colors duration-150 after:absolute after:inset-y-0.5 after:start-0.5 after:size-4.5 after:rounded-full after:bg-ink-soft after:transition-[inset-inline-start] after:duration-150 peer-checked:border-primary peer-checked:bg-primary peer-checked:after:start-5.5 peer-checked:after:bg-surface peer-disabled:opacity-55"
      />
    </label>
  );
}
