// The page's files over HTTP, with the headers that the program sends.
import { readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";

const kTypes = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

function listFiles(folder, under = "") {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = under ? `${under}/${entry.name}` : entry.name;
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
}

export class Files {
  constructor(folder, token) {
    this.token = token;
    this.folder = folder;
    this.names = new Set(listFiles(folder).filter((name) => kTypes[extname(name)]));
    this.served = new Map(); // name -> bytes
    this.reports = new Set();
    this.hidden = () => false; // files that are to be missing
  }

  answer(request, response) {
    const url = new URL(request.url, "http://mock");
    const headers = {
      "Content-Security-Policy": "default-src 'self'", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
    };
    const say = (status, type, body, more = {}) => {
      response.writeHead(status, { ...headers, "Content-Type": type, ...more });
      response.end(body);
    };
    if (url.searchParams.has("token")) {
      if (url.searchParams.get("token") !== this.token) return say(403, "text/plain", "This link is of another start of the program.");
      return say(200, kTypes[".html"], '<!DOCTYPE html><title>Freefloat</title><meta http-equiv="refresh" content="0;url=/">',
        { "Set-Cookie": `freefloat_token=${this.token}; HttpOnly; SameSite=Strict; Path=/` });
    }
    const report = /^\/runs\/([A-Za-z0-9._-]{1,128})\/report\.html$/.exec(url.pathname);
    if (report && this.reports.has(report[1])) return say(200, kTypes[".html"], `<!DOCTYPE html><title>Report of ${report[1]}</title>`);
    const name = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
    if (!this.names.has(name) || this.hidden(name)) return say(404, "text/plain", "There is no such file.");
    const body = readFileSync(join(this.folder, name));
    this.served.set(name, body.length);
    return say(200, kTypes[extname(name)], body);
  }
}
