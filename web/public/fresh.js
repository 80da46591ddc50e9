// A link is for the solver, which is fetched while the scripts of the page come.
if (location.hash) document.querySelector("link[rel=preload]").media = "";

/**
 * A page whose files are gone from its host is an old one, kept by the browser or by a host between: it asks for a fresh index,
 * once for each version. This stands alone, since the scripts of the page may be what is missing; they say "missing" for others.
 */
const renew = async () => {
  const version = document.querySelector("script[type=module]")?.src ?? "";
  try {
    if (sessionStorage.getItem("fukumen.renewed") === version) return;
    sessionStorage.setItem("fukumen.renewed", version);
    const { ok } = await fetch("./", { cache: "reload" });
    if (!ok) return;
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.unregister();
    location.reload();
  } catch {
    // Without storage it could go on for ever; without a network there is nothing fresh.
  }
};
addEventListener("missing", renew);
addEventListener("error", ({ target }) => target instanceof Element && target.matches("script, link") && renew(), true);
// Nothing waits for this script, so that a file may have been missed already.
if (performance.getEntriesByType("resource").some(({ responseStatus }) => responseStatus === 404)) renew();
