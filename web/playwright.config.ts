import { defineConfig } from "@playwright/test";

// The system's Chromium: no package downloads a browser. With PAGE_QUICK only the scenarios marked @quick are run.
export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  ...(process.env.PAGE_QUICK ? { grep: /@quick/ } : {}),
  use: {
    baseURL: "http://127.0.0.1:4173/",
    viewport: { width: 1200, height: 900 },
    serviceWorkers: "block",
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
  webServer: {
    command: "npx vite preview --host 127.0.0.1 --port 4173 --strictPort",
    url: "http://127.0.0.1:4173/",
    reuseExistingServer: true,
  },
});
