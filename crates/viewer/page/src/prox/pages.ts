// The prox iteration on one contact: three problems, one of which is shown.

import { element } from "../numbers";
import { ParticlePage } from "./particle_page";
import { PointMassPage } from "./point_mass_page";
import { RodPage } from "./rod_page";

const NAMES = { rod: "Painlevé's rod", "point-mass": "Point mass: normal and friction", particle: "Particle: impulses of a step" } as const;
export type Name = keyof typeof NAMES;

/** Of no element, so that the browser does not scroll there. */
const HASH = "#prox";

export class ProxPages {
  readonly rod: RodPage;
  readonly pointMass: PointMassPage;
  readonly particle: ParticlePage;
  private readonly buttons = element("nav", { class: "subjects", "aria-label": "Problem" });
  /** The problem that `show` shows. */
  shown: Name = "rod";
  private readonly played = new Set<Name>();

  constructor(private readonly node: HTMLElement) {
    const section = (name: Name) => element("section", { id: `${name}-page`, class: "subject", hidden: "" });
    const sections = [section("rod"), section("point-mass"), section("particle")];
    for (const name of Object.keys(NAMES) as Name[]) {
      const button = element("button", { type: "button", "data-subject": name }, NAMES[name]);
      button.onclick = () => {
        this.show(name);
        history.replaceState(null, "", this.hash);
      };
      this.buttons.append(button);
    }
    node.append(this.buttons, ...sections);
    this.rod = new RodPage(sections[0]);
    this.pointMass = new PointMassPage(sections[1]);
    this.particle = new ParticlePage(sections[2]);
  }

  /** The page of an address, if it is one of these. */
  static named(hash: string): Name | null {
    if (hash === HASH) return "rod";
    const name = hash.startsWith(`${HASH}=`) ? hash.slice(HASH.length + 1) : "";
    return name in NAMES ? (name as Name) : null;
  }

  get hash(): string {
    return this.shown === "rod" ? HASH : `${HASH}=${this.shown}`;
  }

  /** Shows a problem; the first time, its iterations one after the other. */
  show(name: Name = this.shown): void {
    this.shown = name;
    for (const button of this.buttons.querySelectorAll<HTMLElement>("[data-subject]")) button.classList.toggle("on", button.dataset.subject === name);
    for (const own of Object.keys(NAMES)) (this.node.querySelector(`#${own}-page`) as HTMLElement).hidden = own !== name;
    const page = { rod: this.rod, "point-mass": this.pointMass, particle: this.particle }[name];
    page.open();
    if (!this.played.has(name) && !matchMedia("(prefers-reduced-motion: reduce)").matches) page.playback.play();
    this.played.add(name);
  }
}
