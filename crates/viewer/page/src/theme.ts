// Dark or light: as the system says, until somebody chooses.

function kept(): string | null {
  // Pages from disk may have no storage.
  try {
    return localStorage.getItem("stiction-theme");
  } catch {
    return null;
  }
}

export function begin(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  document.documentElement.dataset.theme = kept() ?? (dark.matches ? "dark" : "light");
}

export function toggle(): void {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("stiction-theme", root.dataset.theme);
  } catch {
    // Then it lasts as long as the page.
  }
}
