import { createHash } from 'node:crypto';
import { publicOrigin, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config/config.ts';

/**
 * A year: what browsers hold to be a serious promise. Sub-domains are the operator's to promise
 * for.
 */
const HSTS = 'max-age=31536000';

/**
 * Security headers for the web app's pages: only our own scripts, styles, pictures and connections,
 * no framing, camera and microphone for ourselves alone. Pictures from other sites (an
 * `avatar_url`, say) are not loaded, because their hosts would learn who chats with whom.
 * @param inlineScripts returns the inline scripts of the built page, which a new build may change
 */
export function pageSecurityHeaders(
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  inlineScripts: () => readonly string[] = () => [],
): MiddlewareHandler<ServerEnv> {
  /** The API's origin when the page was reached under another one. */
  const api = config.publicUrl === null ? [] : [new URL(config.publicUrl).origin];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", () => inlineSources(inlineScripts())],
      scriptSrcAttr: ["'none'"],
      // Radix and sonner set style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // data: the code of a second factor; blob: pictures before they are sent.
      imgSrc: ["'self'", 'data:', 'blob:', ...api],
      // blob: a voice message before it is sent, and the camera.
      mediaSrc: ["'self'", 'blob:', ...api],
      // Older browsers don't count WebSockets of the page's own host as 'self'.
      connectSrc: ["'self'", ...api, (c) => webSocketOrigin(publicOrigin(c, config))],
      workerSrc: ["'self'"],
      frameSrc: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // Would forbid nothing here: pages load nothing of other origins.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: {
      camera: ['self'],
      microphone: ['self'],
      displayCapture: [],
      geolocation: [],
      payment: [],
      usb: [],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? HSTS : false,
  });
}

/** The results by their list of scripts: a page is read once a build, and asked for often. */
const sources = new WeakMap<readonly string[], string>();

/**
 * Script sources beyond our own files: zxing-wasm compiles WebAssembly, and the page's own inline
 * scripts run, each named by its hash: any other text in its place is refused. Nothing evaluates
 * text.
 */
function inlineSources(scripts: readonly string[]): string {
  const known = sources.get(scripts) ?? ["'wasm-unsafe-eval'", ...scripts.map(hashSource)].join(' ');
  sources.set(scripts, known);
  return known;
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

function webSocketOrigin(origin: string): string {
  return new URL(origin).origin.replace(/^http/, 'ws');
}
