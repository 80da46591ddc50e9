/** The service worker, and the new version that waits. */
import { signal } from "@preact/signals";
import { settle } from "./address.ts";

/** The new version, if there is one. */
export const update = signal<ServiceWorker | null>(null);

export async function register(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("offline.js");
    const look = (worker: ServiceWorker | null) => {
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed" && navigator.serviceWorker.controller) update.value = worker;
      });
    };
    if (registration.waiting && navigator.serviceWorker.controller) update.value = registration.waiting;
    look(registration.installing);
    registration.addEventListener("updatefound", () => look(registration.installing));
  } catch {
    // Forbidden, or no secure address: the page works as long as there is a network.
  }
}

/** Lets the new version take over. What is open is in the address and in the storage, and is there again. */
export function takeOver(): void {
  const renew = () => settle().finally(() => location.reload());
  navigator.serviceWorker.addEventListener("controllerchange", renew, { once: true });
  update.value?.postMessage("take over");
}
