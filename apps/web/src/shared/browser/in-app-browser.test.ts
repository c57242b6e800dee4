import { expect, it } from 'vitest';
import { isInAppBrowser } from './in-app-browser.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['WeChat on iOS', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.49(0x18003130) NetType/WIFI Language/zh_CN`],
  [
    'WeChat on Android',
    `${ANDROID} Version/4.0 Chrome/116.0.0.0 XWEB/1160117 MMWEBSDK/20240501 MicroMessenger/8.0.50`,
  ],
  ['Instagram', `${IPHONE} Mobile/21F90 Instagram 334.0.4.32.98 (iPhone15,2; iOS 17_5; en_US)`],
  ['Facebook on iOS', `${IPHONE} Mobile/21F90 [FBAN/FBIOS;FBAV/465.0.0.41.107;FBBV/602060281]`],
  [
    'Facebook on Android',
    `${ANDROID} Version/4.0 Chrome/125.0.6422.113 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/466.0.0.55.85;]`,
  ],
  ['LINE', `${IPHONE} Mobile/15E148 Safari Line/14.8.0`],
  ['LinkedIn', `${ANDROID} Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 [LinkedInApp]/4.1.955`],
])('knows the browser of %s', (_, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(true);
});

it.each([
  ['Safari', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
  [
    'Chrome',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
  ['Samsung Internet', `${ANDROID} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`],
  ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0'],
  ['a browser whose name contains such a word', `${IPHONE} Mobile/15E148 Pipeline/2.0 Onlinebrowser/1.0`],
])('does not take %s for one', (_, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(false);
});
