/** The results in several bases: a line for each, which opens the puzzle in that base. */
import { current, isAtBases, open, several } from "../bases.ts";
import { number, t } from "../words/index.ts";

export function Bases() {
  const bases = several.value;
  const now = current.value;
  if (!bases) return null;
  const [first = 0, last = 0] = [bases[0], bases.at(-1)];
  return (
    <section class="card stack" aria-label={t("bases")}>
      <p role="status" aria-live="polite">
        {isAtBases.value
          ? t("bases.running", { done: now?.found.length ?? 0, all: bases.length })
          : t(now ? "bases.done" : "bases.help", { first, last })}
      </p>
      {now && now.found.length > 0 && (
        <table class="plain bases">
          <thead>
            <tr>
              <th scope="col">{t("bases.base")}</th>
              <th scope="col">{t("rows")}</th>
              <th scope="col">
                <span class="unseen">{t("bases.open")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {now.found.map(({ base, count, why }) => (
              <tr key={base}>
                <th scope="row">{number(base)}</th>
                <td>{count === null ? why : `${number(count)}${why && " …"}`}</td>
                <td>
                  {Number(count) > 0 && (
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => open(base)}
                      aria-label={t("bases.open-base", { base })}
                    >
                      {t("bases.open")}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
