import { ImageUp, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { PictureButton } from '@/shared/ui/picture-button.tsx';
import { COLOR_PAIRS, type ColorPair } from '../model/code-colors.ts';

const PAIR_NAMES = Object.keys(COLOR_PAIRS) as ReadonlyArray<keyof typeof COLOR_PAIRS>;

interface StyleFieldsProps {
  colors: ColorPair;
  onColors: (colors: ColorPair) => void;
  hasLogo: boolean;
  logoFault: string | null;
  onLogo: (file: File) => void;
  onRemoveLogo: () => void;
}

/** Colours and logo of a code. */
export function StyleFields({
  colors,
  onColors,
  hasLogo,
  logoFault,
  onLogo,
  onRemoveLogo,
}: StyleFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-semibold text-sm">{t('boothCodes.colors')}</legend>
        <div className="flex flex-wrap gap-2">
          {PAIR_NAMES.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={t(`boothCodes.pairs.${name}`)}
              aria-pressed={
                COLOR_PAIRS[name].dark === colors.dark && COLOR_PAIRS[name].light === colors.light
              }
              onClick={() => onColors(COLOR_PAIRS[name])}
              className="grid size-11 place-items-center rounded-control border border-line-strong/60 aria-pressed:outline-2 aria-pressed:outline-primary aria-pressed:outline-offset-2"
              style={{ backgroundColor: COLOR_PAIRS[name].light }}
            >
              <span className="size-5 rounded-sm" style={{ backgroundColor: COLOR_PAIRS[name].dark }} />
            </button>
          ))}
        </div>
        <div className="mt-3 grid grid-cols-1 xs:grid-cols-2 gap-3">
          <ColorField
            label={t('boothCodes.dark')}
            value={colors.dark}
            onChange={(dark) => onColors({ ...colors, dark })}
          />
          <ColorField
            label={t('boothCodes.light')}
            value={colors.light}
            onChange={(light) => onColors({ ...colors, light })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 font-semibold text-sm">{t('boothCodes.logo')}</legend>
        <div className="flex flex-wrap items-center gap-2">
          <PictureButton variant="secondary" onPicture={onLogo}>
            <ImageUp aria-hidden="true" className="size-5" />
            {t(hasLogo ? 'boothCodes.logoChange' : 'boothCodes.logoChoose')}
          </PictureButton>
          {hasLogo && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('boothCodes.logoRemove')}
              onClick={onRemoveLogo}
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </Button>
          )}
        </div>
        {logoFault ? (
          <p role="alert" className="mt-1.5 text-danger text-sm">
            {logoFault}
          </p>
        ) : (
          <p className="mt-1.5 text-ink-soft text-xs">{t('boothCodes.logoHint')}</p>
        )}
      </fieldset>
    </>
  );
}

interface ColorFieldProps {
  label: string;
  /** `#rrggbb`, which is what the browser's picker gives. */
  value: string;
  onChange: (color: string) => void;
}

function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <input
        id={id}
        type="color"
        value={value}
        onChange={({ target }) => onChange(target.value.toLowerCase())}
        className="size-11 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1"
      />
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
    </div>
  );
}
