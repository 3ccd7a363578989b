// Shapes of a drawing, text with subscripts, and handles that can be dragged.

const SPACE = "http://www.w3.org/2000/svg";

export function shape(tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  // Letters after `_` are a subscript: λ_U.
  pieces(text).forEach(({ letters, low }, index, all) => {
    const back = index > 0 && all[index - 1].low ? -3 : 0;
    const own = document.createElementNS(SPACE, "tspan");
    own.textContent = letters;
    if (low || back) own.setAttribute("dy", String(low ? 3 : back));
    if (low) own.setAttribute("class", "low");
    made.append(own);
  });
  return made;
}

function pieces(text: string): { letters: string; low: boolean }[] {
  const parts = text.split(/_([A-Za-z]+)/);
  return parts.map((letters, index) => ({ letters, low: index % 2 === 1 })).filter(({ letters }) => letters !== "");
}

/** The same for elements of the page: λ_U with its subscript. */
export function words(text: string): Node[] {
  return pieces(text).map(({ letters, low }) => {
    if (!low) return document.createTextNode(letters);
    const made = document.createElement("sub");
    made.textContent = letters;
    return made;
  });
}

/** A drawing whose handles can be dragged. */
export class Drawing {
  readonly node: SVGSVGElement;
  private drag: ((x: number, y: number) => void) | null = null;

  constructor(readonly width: number, readonly height: number, label: string) {
    this.node = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }) as SVGSVGElement;
    this.node.addEventListener("pointermove", (event) => this.drag?.(...this.place(event)));
    for (const end of ["pointerup", "pointercancel"]) this.node.addEventListener(end, () => (this.drag = null));
  }

  private place(event: PointerEvent): [number, number] {
    const box = this.node.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * this.width, ((event.clientY - box.top) / box.height) * this.height];
  }

  fill(...shapes: SVGElement[]): void {
    this.node.replaceChildren(...shapes);
  }

  /** A round handle: what happens where it is dragged to. */
  handle(name: string, x: number, y: number, moved: (x: number, y: number) => void): SVGElement {
    const made = shape("circle", { cx: x, cy: y, r: 8, class: "grab", fill: "var(--accent)", stroke: "var(--card)", "stroke-width": 2, "data-handle": name });
    made.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      // The drawing is made anew at every move: it, and not the handle, follows the finger.
      this.node.setPointerCapture((event as PointerEvent).pointerId);
      this.drag = moved;
    });
    return made;
  }
}
