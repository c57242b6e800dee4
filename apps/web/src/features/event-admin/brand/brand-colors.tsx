import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useDeferredValue, useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '@/shared/ui/form/field.tsx';
import { Input } from '@/shared/ui/form/input.tsx';
import { EVENT_ADMIN_KEY } from '../api/session.ts';
import { previewColors, type Tokens } from './brand.ts';
import { type BrandForm, colorsOf } from './brand-form.ts';
import { PREVIEW_TOKENS } from './preview-tokens.ts';

const COLOR = /^#[0-9a-f]{6}$/i;
const NAMES = ['primary', 'primaryDark', 'accent'] as const;
/** Initial colours of the platform's picker; the product's own. */
const STARTS = {
  primary: PREVIEW_TOKENS.light['--primary'],
  primaryDark: PREVIEW_TOKENS.dark['--primary'],
  accent: PREVIEW_TOKENS.light['--accent'],
};

/** The brand's colours, with a preview in the light and the dark scheme. */
export function BrandColors() {
  const { t } = useTranslation();
  return (
    <>
      <div className="grid content-start gap-4">
        {NAMES.map((name) => (
          <ColorField
            key={name}
            name={name}
            label={t(`organiser.brand.${name}`)}
            hint={name === 'primaryDark' ? t('organiser.brand.primaryDarkHint') : undefined}
          />
        ))}
      </div>
      <Preview />
    </>
  );
}

function ColorField({
  name,
  label,
  hint,
}: {
  name: (typeof NAMES)[number];
  label: string;
  hint: string | undefined;
}) {
  const { t } = useTranslation();
  const { register, setValue, formState } = useFormContext<BrandForm>();
  const value = useWatch<BrandForm, typeof name>({ name });
  const pick = (color: string) => setValue(name, color, { shouldDirty: true, shouldValidate: true });
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={label}
            value={COLOR.test(value) ? value.toLowerCase() : STARTS[name]}
            onChange={(event) => pick(event.target.value)}
            className="size-11 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1"
          />
          <Input
            {...control}
            dir="ltr"
            placeholder={t('organiser.brand.useOwn')}
            autoComplete="off"
            spellCheck={false}
            {...register(name, {
              validate: (color) =>
                color.trim() === '' ||
                COLOR.test(color.trim()) ||
                t('organiser.brand.rules.color', { example: STARTS[name] }),
            })}
          />
        </div>
      )}
    </Field>
  );
}

/** The tokens come from the server, which derives and checks them, so the preview is exact. */
function Preview() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [primary, primaryDark, accent] = useWatch<BrandForm, typeof NAMES>({ name: NAMES });
  const colors = useDeferredValue(
    JSON.stringify(
      colorsOf({ primary: known(primary), primaryDark: known(primaryDark), accent: known(accent) }),
    ),
  );
  const { data } = useQuery({
    queryKey: [EVENT_ADMIN_KEY, 'colors', colors],
    queryFn: () => previewColors(queryClient, JSON.parse(colors)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div>
      <h3 className="mb-1.5 font-semibold text-sm">{t('organiser.brand.preview')}</h3>
      <div className="grid gap-3 xl:grid-cols-2">
        <PreviewBox scheme="light" label={t('organiser.brand.previewLight')} tokens={data?.light ?? {}} />
        <PreviewBox scheme="dark" label={t('organiser.brand.previewDark')} tokens={data?.dark ?? {}} />
      </div>
      <p role="status" className="mt-2 text-danger text-sm">
        {data && data.problems.length > 0 && t('organiser.brand.rules.contrast')}
      </p>
    </div>
  );
}

function PreviewBox({ scheme, label, tokens }: { scheme: 'light' | 'dark'; label: string; tokens: Tokens }) {
  const { t } = useTranslation();
  const id = useId();
  const name = useWatch<BrandForm, 'name'>({ name: 'name' });
  return (
    <section
      aria-labelledby={id}
      style={{ colorScheme: scheme, ...PREVIEW_TOKENS[scheme], ...tokens } as CSSProperties}
      className="grid gap-3 rounded-control border bg-paper p-4 text-ink"
    >
      <p id={id} className="text-ink-soft text-xs">
        {label}
      </p>
      <p dir="auto" className="page-aligned wrap-anywhere font-semibold text-lg">
        {name}
      </p>
      <p className="rounded-bubble bg-bubble-own px-3.5 py-2 text-sm">你好 · مرحبًا · Hello</p>
      <p className="text-primary text-sm underline underline-offset-4">{t('organiser.brand.previewLink')}</p>
      {/* Looks alone: there is nothing to press. */}
      <div className="flex flex-wrap gap-2" aria-hidden="true">
        <span className="rounded-control bg-primary px-4 py-2 font-semibold text-on-primary text-sm">
          {t('organiser.brand.previewButton')}
        </span>
        <span className="rounded-control bg-accent px-4 py-2 font-semibold text-on-accent text-sm">Pro</span>
      </div>
    </section>
  );
}

function known(color: string): string {
  return COLOR.test(color.trim()) ? color.trim() : '';
}
