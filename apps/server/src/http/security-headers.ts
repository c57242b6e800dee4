import { secureHeaders } from 'hono/secure-headers';

/** For the web app's pages: only our own scripts, no framing, the camera for ourselves alone. */
export function pageSecurityHeaders() {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // zxing-wasm compiles WebAssembly; nothing evaluates text.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      // Radix and sonner set style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", 'ws:', 'wss:'],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: false,
    permissionsPolicy: { camera: ['self'], microphone: ['self'], geolocation: [] },
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    // TLS ends at the operator's proxy, which decides on HSTS.
    strictTransportSecurity: false,
  });
}
