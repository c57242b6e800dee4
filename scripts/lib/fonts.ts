import { aptInstall } from './apt.ts';
import { outputOf } from './run.ts';

/** Debian's packages with faces for all three scripts. */
export const FONT_PACKAGES = ['fonts-noto-core', 'fonts-noto-cjk'];

const SCRIPTS = [
  { language: 'ar', name: 'Arabic' },
  { language: 'zh', name: 'Chinese' },
];

/**
 * Sees to fonts for Arabic and Chinese, without which screenshots show boxes. The tests pass
 * without them, so a system that lacks them is only warned.
 */
export function ensureFonts(): void {
  // Other systems bring such fonts and have no fontconfig to ask.
  if (process.platform !== 'linux' || missingScripts().length === 0) return;
  aptInstall(FONT_PACKAGES);
  const missing = missingScripts();
  if (missing.length > 0) {
    console.warn(
      `Warning: no font for ${missing.join(' and ')}; screenshots will show boxes. On Debian: apt-get install ${FONT_PACKAGES.join(' ')}`,
    );
  }
}

function missingScripts(): string[] {
  return SCRIPTS.filter(({ language }) => !outputOf('fc-list', [`:lang=${language}`, 'family'])?.trim()).map(
    ({ name }) => name,
  );
}
