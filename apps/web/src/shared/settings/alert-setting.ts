import { localSetting } from './local-setting.ts';

/**
 * Whether this device notifies of new visitors and messages while the page is in the background.
 * Off by default.
 */
export const alertSetting = localSetting('dragoman-alerts', false);
