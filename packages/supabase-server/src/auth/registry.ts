import type { OpenAuthMethod } from './deps.ts';
import { openCaptcha } from './methods/captcha/method.ts';
import { openHooks } from './methods/hooks/method.ts';
import { openIdToken } from './methods/id-token/method.ts';
import { openOAuth } from './methods/oauth/method.ts';
import { openPhone } from './methods/phone/method.ts';
import { openSaml } from './methods/saml/method.ts';

/**
 * The methods of every installation; each looks into the configuration whether it is on. Without
 * its line here and its folder a method is gone (`methods/external` serves three of them).
 */
export const AUTH_METHODS: readonly OpenAuthMethod[] = [
  openPhone,
  openOAuth,
  openIdToken,
  openSaml,
  openCaptcha,
  openHooks,
];
