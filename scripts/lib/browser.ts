import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, IMPATIENT } from './apt.ts';
import { FONT_PACKAGES } from './fonts.ts';
import { installedProgram, outputOf, run } from './run.ts';

const NAMES_ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Debian's package and program of a Chromium that has the web's parts and none of a window's. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const HELP = [
  'The browser tests need Chromium, and none could be found or installed. Do one of these:',
  '  - Debian, Ubuntu:  sudo apt-get install chromium',
  '  - any system:      npx playwright install --with-deps chromium',
  '  - or set CHROMIUM_PATH to a Chromium or Chrome that is installed.',
].join('\n');

/**
 * Finds a Chromium that starts, in this order: CHROMIUM_PATH, Playwright's own, one on the PATH,
 * Debian's package, Playwright's download. The last two are installed when needed.
 * @returns the path of its program
 * @throws with what to install, when nothing worked
 */
export function ensureBrowser(): string {
  const found = givenBrowser() ?? findBrowser();
  if (found) return found;
  if (aptInstall(['chromium', ...FONT_PACKAGES])) {
    const installed = findBrowser();
    if (installed) return installed;
  }
  console.log("Installing Playwright's Chromium …");
  run(installedProgram('playwright'), ['install', 'chromium']);
  const downloaded = findBrowser();
  if (downloaded) return downloaded;
  throw new Error(HELP);
}

/**
 * Works like {@link ensureBrowser}, for tests that no person watches: rather Debian's headless
 * shell, which is the same engine and takes a sixth to a third less of a processor, installed where
 * it can be. Without it the whole Chromium does.
 * @returns the path of its program
 * @throws with what to install, when nothing worked
 */
export function ensureHeadlessBrowser(): string {
  return givenBrowser() ?? findHeadlessShell() ?? installHeadlessShell() ?? ensureBrowser();
}

/** @throws when CHROMIUM_PATH names nothing that starts */
function givenBrowser(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (!given) return null;
  if (starts(given)) return given;
  throw new Error(`CHROMIUM_PATH is set to ${given}, which does not start.`);
}

function findHeadlessShell(): string | null {
  return onPath(HEADLESS_SHELL).find(starts) ?? null;
}

function installHeadlessShell(): string | null {
  return isDebian() && aptInstall([HEADLESS_SHELL, ...FONT_PACKAGES], IMPATIENT) ? findHeadlessShell() : null;
}

/** Debian itself: the archives of its relatives have no headless shell. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function findBrowser(): string | null {
  return [chromium.executablePath(), ...NAMES_ON_PATH.flatMap(onPath)].find(starts) ?? null;
}

/** The paths where the shell would find a program. */
export function onPath(name: string): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name));
}

/**
 * Ubuntu's `chromium-browser` may be a stub that only tells to install something, so being there is
 * not enough.
 */
function starts(program: string): boolean {
  if (!existsSync(program)) return false;
  // On Windows chrome.exe opens a window instead of printing its version.
  return process.platform === 'win32' || outputOf(program, ['--version']) !== null;
}
