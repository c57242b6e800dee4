import { localSetting } from './local-setting.ts';

/**
 * Whether keys that write a character do something outside of fields. Users who speak to their
 * computer, or hit keys by accident, switch them off (WCAG 2.1.4).
 */
export const shortcutSetting = localSetting('dragoman-shortcuts', true);
