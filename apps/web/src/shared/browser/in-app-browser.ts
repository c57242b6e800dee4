/**
 * The browsers that apps open links in: WeChat, Instagram, Facebook and its Messenger, LINE, and
 * LinkedIn. Each writes a word of its own into its user agent.
 */
const IN_APP = /\b(?:MicroMessenger|Instagram|FBAN|FBAV|FB_IAB|Line|LinkedInApp)\b/;

/**
 * Whether an app shows the page in a browser of its own. Such browsers often lack the camera, the
 * microphone, downloads and tabs. Only hints may depend on it: what a browser can do is asked of
 * the browser.
 * @param userAgent of this browser, unless it is given
 */
export function isInAppBrowser(userAgent = navigator.userAgent): boolean {
  return IN_APP.test(userAgent);
}
