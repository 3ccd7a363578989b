// The bodies of one recording in the 3D scene.

import * as THREE from "three";
import { BonesView } from "./bones_view";
import { moves } from "./kinematics";
import type { Recording } from "./recording";
import { geometry, reach, shapeKey } from "./shapes";

/** Blues and violets: green and orange are for the modes of contacts. */
const PALETTE = [0x4c78a8, 0x8fa9d6, 0x6f5ba7, 0x4aa3b5, 0xb592cf, 0x3a5a8c, 0x7fb7c9, 0x9179c4];
/** Of recordings that are drawn over each other. */
const OVERLAYS = [0x4c78a8, 0xe0662f, 0x8e4ec6, 0x1b9e77];

/** The colour of a recording among several. */
export function overlayColour(index: number): string {
  return `#${OVERLAYS[index % OVERLAYS.length].toString(16).padStart(6, "0")}`;
}

interface Batch {
  mesh: THREE.InstancedMesh;
  /** Body and placement of each instance. */
  parts: { body: number; placement: THREE.Matrix4 }[];
}

export function matrixOf(pose: ArrayLike<number>, into = new THREE.Matrix4()): THREE.Matrix4 {
  return into.set(
    pose[3], pose[4], pose[5], pose[0],
    pose[6], pose[7], pose[8], pose[1],
    pose[9], pose[10], pose[11], pose[2],
    0, 0, 0, 1,
  );
}

/** How large the scene is: what moves. */
export function sceneSize(recording: Recording): { size: number; centre: THREE.Vector3 } {
  const { bodies, shapes } = recording.header;
  const box = new THREE.Box3();
  for (const share of [0, 0.5, 1]) {
    const poses = recording.place(Math.round(share * (recording.count - 1)));
    const matrix = new THREE.Matrix4();
    shapes.forEach((shape) => {
      if (!moves(bodies, shape.body)) return;
      const centre = new THREE.Vector3().setFromMatrixPosition(matrixOf(poses[shape.body], matrix).multiply(matrixOf(shape.placement)));
      // What has run far away must not make all else too small to see.
      if (share > 0 && centre.length() > 1e3) return;
      const r = reach(shape);
      box.expandByPoint(centre.clone().addScalar(r)).expandByPoint(centre.clone().addScalar(-r));
    });
    bodies.forEach((_, body) => {
      if (moves(bodies, body) && (share === 0 || Math.hypot(poses[body][0], poses[body][1], poses[body][2]) < 1e3)) {
        box.expandByPoint(new THREE.Vector3(poses[body][0], poses[body][1], poses[body][2]));
      }
    });
  }
  if (box.isEmpty()) return { size: 1, centre: new THREE.Vector3() };
  return { size: Math.max(0.02, box.getSize(new THREE.Vector3()).length()), centre: box.getCenter(new THREE.Vector3()) };
}

export class BodiesView {
  readonly group = new THREE.Group();
  private readonly batches: Batch[] = [];
  private readonly colours: THREE.Color[];
  private readonly bones: BonesView;
  private readonly matrix = new THREE.Matrix4();
  private readonly product = new THREE.Matrix4();
  private highlighted = -1;

  constructor(readonly recording: Recording, private readonly overlay: number, size: number) {
    const { bodies, shapes } = recording.header;
    this.colours = bodies.map((_, index) => {
      if (overlay > 0) return new THREE.Color(OVERLAYS[overlay % OVERLAYS.length]);
      return new THREE.Color(moves(bodies, index) ? PALETTE[(index - 1) % PALETTE.length] : 0x9aa4b2);
    });
    const groups = new Map<string, number[]>();
    shapes.forEach((shape, index) => {
      // What never moves is there already.
      if (overlay > 0 && !moves(bodies, shape.body)) return;
      const key = shapeKey(shape, index);
      groups.set(key, [...(groups.get(key) ?? []), index]);
    });
    for (const members of groups.values()) this.addBatch(members, size);
    this.bones = new BonesView(recording, overlay > 0 ? OVERLAYS[overlay % OVERLAYS.length] : 0x7c8798, 0.0025 * size);
    this.group.add(this.bones.mesh);
  }

  private addBatch(members: number[], size: number): void {
    const { shapes } = this.recording.header;
    const first = shapes[members[0]];
    const plane = first.kind === "half-space";
    const material = new THREE.MeshLambertMaterial({ side: first.kind === "mesh" ? THREE.DoubleSide : THREE.FrontSide });
    if (plane) {
      material.map = gridTexture(20 * size);
      material.transparent = true;
      material.opacity = 0.85;
    }
    if (this.overlay > 0) {
      material.transparent = true;
      material.opacity = 0.45;
      material.depthWrite = false;
    }
    const mesh = new THREE.InstancedMesh(geometry(first, size), material, members.length);
    mesh.frustumCulled = false;
    mesh.castShadow = !plane && this.overlay === 0;
    mesh.receiveShadow = this.overlay === 0;
    const parts = members.map((index) => ({ body: shapes[index].body, placement: matrixOf(shapes[index].placement) }));
    parts.forEach((part, k) => mesh.setColorAt(k, plane ? new THREE.Color(0xffffff) : this.colours[part.body]));
    this.batches.push({ mesh, parts });
    this.group.add(mesh);
  }

  /** Puts every shape where its body is. */
  update(index: number): void {
    const poses = this.recording.place(index);
    for (const { mesh, parts } of this.batches) {
      parts.forEach((part, k) => mesh.setMatrixAt(k, this.product.multiplyMatrices(matrixOf(poses[part.body], this.matrix), part.placement)));
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
    this.bones.update(poses);
  }

  highlight(body: number): void {
    if (body === this.highlighted) return;
    this.highlighted = body;
    for (const { mesh, parts } of this.batches) {
      if (mesh.geometry instanceof THREE.PlaneGeometry) continue;
      parts.forEach((part, k) => mesh.setColorAt(k, part.body === body ? new THREE.Color(0xffd23f) : this.colours[part.body]));
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** The body under a ray, and how far away. */
  pick(ray: THREE.Raycaster): { body: number; distance: number } | null {
    for (const hit of ray.intersectObjects(this.batches.map((batch) => batch.mesh), false)) {
      const batch = this.batches.find(({ mesh }) => mesh === hit.object);
      const body = batch?.parts[hit.instanceId ?? -1]?.body;
      if (body !== undefined) return { body, distance: hit.distance };
    }
    return this.bones.pick(ray);
  }

  /** Planes are as bright as what is around the scene. */
  themed(dark: boolean): void {
    for (const { mesh } of this.batches) {
      if (mesh.geometry instanceof THREE.PlaneGeometry) (mesh.material as THREE.MeshLambertMaterial).color.set(dark ? 0x565f6c : 0xffffff);
    }
  }

  dispose(): void {
    for (const { mesh } of this.batches) {
      mesh.geometry.dispose();
      (mesh.material as THREE.MeshLambertMaterial).map?.dispose();
      (mesh.material as THREE.Material).dispose();
      mesh.dispose();
    }
    this.bones.dispose();
  }
}

/** Squares of a round size in m, so that a plane without marks shows its scale. */
function gridTexture(extent: number): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 128;
  const draw = canvas.getContext("2d");
  if (draw) {
    draw.fillStyle = "#c9d0da";
    draw.fillRect(0, 0, 128, 128);
    draw.fillStyle = "#d8dee6";
    draw.fillRect(0, 0, 64, 64);
    draw.fillRect(64, 64, 64, 64);
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.anisotropy = 8;
  const square = 10 ** Math.round(Math.log10(extent / 100));
  texture.repeat.set(extent / (2 * square), extent / (2 * square));
  return texture;
}
