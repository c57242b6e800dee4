import type { BrandFields } from './brand.ts';

/** The brand as form values: every text present, numbers as typed. */
export interface BrandForm {
  name: string;
  company: string;
  email: string;
  phone: string;
  website: string;
  whatsapp: string;
  location: string;
  availability: string;
  footerCredit: string;
  copyrightYear: string;
  logo: string;
  icon: string;
  primary: string;
  primaryDark: string;
  accent: string;
  sponsors: Array<{ label: string; text: string; link: string; image: string }>;
  emptyPlaces: boolean;
}

/** Fields whose absence means the product's own line, and whose emptiness means no line. */
const OWN_LINES = ['location', 'availability'] as const;

export function formOf({ colors, sponsors, ...brand }: BrandFields): BrandForm {
  return {
    ...brand,
    location: brand.location ?? '',
    availability: brand.availability ?? '',
    logo: brand.logo ?? '',
    icon: brand.icon ?? '',
    copyrightYear: String(brand.copyrightYear),
    primary: colors.primary ?? '',
    primaryDark: colors.primaryDark ?? '',
    accent: colors.accent ?? '',
    sponsors: sponsors.map((sponsor) => ({ ...sponsor, image: sponsor.image ?? '' })),
  };
}

/**
 * @param start what the form was filled from: a line that was the product's own stays so while it
 * is empty
 */
export function brandOf(form: BrandForm, start: BrandFields): BrandFields {
  const { primary, primaryDark, accent, sponsors, copyrightYear, location, availability, ...texts } = form;
  const lines = { location, availability };
  return {
    ...texts,
    ...Object.fromEntries(
      OWN_LINES.filter((line) => lines[line] !== '' || start[line] !== undefined).map((line) => [
        line,
        lines[line],
      ]),
    ),
    // The server refuses an invalid number, with its field's name.
    copyrightYear: /^\d{1,6}$/.test(copyrightYear.trim()) ? Number(copyrightYear) : 0,
    colors: colorsOf({ primary, primaryDark, accent }),
    sponsors: sponsors.map(({ image, ...sponsor }) => ({ ...sponsor, ...(image ? { image } : {}) })),
  };
}

export function colorsOf(form: Pick<BrandForm, 'primary' | 'primaryDark' | 'accent'>): BrandFields['colors'] {
  return Object.fromEntries(
    (['primary', 'primaryDark', 'accent'] as const)
      .map((name) => [name, form[name].trim()] as const)
      .filter(([, color]) => color !== ''),
  );
}

export type BrandRule =
  | 'required'
  | 'line'
  | 'email'
  | 'phone'
  | 'web'
  | 'color'
  | 'contrast'
  | 'year'
  | 'picture';

const RULES: Readonly<Record<string, BrandRule>> = {
  name: 'required',
  label: 'required',
  email: 'email',
  phone: 'phone',
  whatsapp: 'phone',
  website: 'web',
  link: 'web',
  copyrightYear: 'year',
  logo: 'picture',
  icon: 'picture',
  image: 'picture',
  primary: 'color',
  primaryDark: 'color',
  accent: 'color',
};

/**
 * Finds the field of the form that a refusal of the server belongs to, and the text to show there.
 * @param isEmpty whether the field at that path is empty
 */
export function placeProblem(
  { path, code }: { path: string; code: string },
  isEmpty: (field: string) => boolean,
): { field: string; rule: BrandRule } {
  const field = path.replace(/^value\./, '').replace(/^colors\./, '');
  const last = field.split('.').at(-1) ?? field;
  if (code === 'contrast') return { field, rule: 'contrast' };
  const rule = RULES[last] ?? 'line';
  // Only missing values can be filled in.
  return { field, rule: rule === 'required' && !isEmpty(field) ? 'line' : rule };
}
