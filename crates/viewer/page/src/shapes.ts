// Shapes as geometry: equal ones share it, so that a thousand balls are one draw.

import * as THREE from "three";
import type { Shape } from "./format";

/** Equal shapes have equal keys. */
export function shapeKey(shape: Shape, index: number): string {
  return shape.kind === "mesh" ? `mesh-${index}` : `${shape.kind}:${shape.sizes.join(",")}`;
}

/** The geometry of a shape about its own frame; `size` is that of the scene, for planes without end. */
export function geometry(shape: Shape, size: number): THREE.BufferGeometry {
  const [a, b, c] = shape.sizes;
  // The library's axis is y, ours z.
  const upright = (made: THREE.BufferGeometry) => made.rotateX(Math.PI / 2);
  switch (shape.kind) {
    case "sphere":
      return upright(new THREE.SphereGeometry(a, 32, 20));
    case "ellipsoid":
      return upright(new THREE.SphereGeometry(1, 36, 24)).scale(a, b, c);
    case "box":
      return new THREE.BoxGeometry(2 * a, 2 * b, 2 * c);
    case "capsule":
      return upright(new THREE.CapsuleGeometry(a, 2 * b, 10, 28));
    case "cylinder":
      return upright(new THREE.CylinderGeometry(a, a, 2 * b, 40));
    case "cone":
      return upright(new THREE.ConeGeometry(a, 2 * b, 40));
    case "half-space":
      return new THREE.PlaneGeometry(20 * size, 20 * size);
    default: {
      const made = new THREE.BufferGeometry();
      made.setAttribute("position", new THREE.Float32BufferAttribute(shape.vertices.flat(), 3));
      made.setIndex(shape.triangles.flat());
      // Every face flat: corners are shared only where the surface is smooth, which a mesh does not say.
      const flat = made.toNonIndexed();
      flat.computeVertexNormals();
      return flat;
    }
  }
}

/** How far a shape reaches from its own origin; none for planes. */
export function reach(shape: Shape): number {
  const [a, b] = shape.sizes;
  switch (shape.kind) {
    case "sphere":
      return a;
    case "ellipsoid":
    case "box":
      return Math.hypot(...shape.sizes);
    case "capsule":
      return a + b;
    case "cylinder":
    case "cone":
      return Math.hypot(a, b);
    case "half-space":
      return 0;
    default:
      return Math.max(0, ...shape.vertices.map((vertex) => Math.hypot(...vertex)));
  }
}
