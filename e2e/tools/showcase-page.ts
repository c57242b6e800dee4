/**
 * A page of 1400 by 880 pixels with a laptop window and a phone before it, each showing a picture
 * (PNG).
 */
export function showcasePage({ laptop, phone }: { laptop: Buffer; phone: Buffer }): string {
  return `<!doctype html>
<html lang="en">
  <style>
    body {
      margin: 0;
      width: 1400px;
      height: 880px;
      position: relative;
      overflow: hidden;
      background: radial-gradient(circle at 18% 12%, #14696a 0, #0b4a4d 45%, #082f33 100%);
    }
    .window, .phone {
      position: absolute;
      overflow: hidden;
      box-shadow: 0 30px 80px rgb(0 0 0 / 45%);
    }
    .window {
      left: 52px;
      top: 53px;
      width: 900px;
      border-radius: 14px;
      background: #efe9dc;
    }
    .bar {
      height: 38px;
      display: flex;
      align-items: center;
      gap: 8px;
      padding-left: 16px;
    }
    .bar i {
      width: 12px;
      height: 12px;
      border-radius: 50%;
      background: #c9c0ad;
    }
    .phone {
      right: 52px;
      bottom: 36px;
      width: 352px;
      padding: 9px;
      border-radius: 46px;
      background: #0b1a1c;
      border: 1px solid #3a5557;
    }
    .phone img {
      border-radius: 38px;
    }
    img {
      display: block;
      width: 100%;
    }
  </style>
  <div class="window">
    <div class="bar"><i></i><i></i><i></i></div>
    <img alt="" src="${dataUrl(laptop)}">
  </div>
  <div class="phone"><img alt="" src="${dataUrl(phone)}"></div>
</html>`;
}

function dataUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`;
}
