import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Files with the same name in every version. */
const FIXED = ["icon.svg", "icon.png", "manifest.webmanifest", "fresh.js"];

/** Writes the service worker with the list of all files of this build, whose hash is the name of its cache. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const hash = createHash("sha256");
      for (const name of FIXED) hash.update(readFileSync(`public/${name}`));
      for (const name of built) {
        const part = bundle[name];
        hash.update(name);
        if (part) hash.update(part.type === "chunk" ? part.code : part.source);
      }
      const main = Object.values(bundle).find((part) => part.type === "chunk" && part.isEntry)?.fileName ?? "";
      const source = readFileSync("src/offline.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("__MAIN__", main)
        .replace("__FILES__", JSON.stringify(["./", ...FIXED, ...built.filter((name) => name !== "index.html")]));
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  build: { assetsInlineLimit: 0, target: "es2022", modulePreload: { polyfill: false } },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [offline()],
});
