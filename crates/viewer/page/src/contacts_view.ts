// The contacts of a frame: points, normals, forces, friction cones, coloured by mode.

import * as THREE from "three";
import type { Contact } from "./format";

export const MODE_COLOURS = [0x8a94a6, 0x1f9d55, 0xe8590c];
export const MODE_CSS = MODE_COLOURS.map((colour) => `#${colour.toString(16).padStart(6, "0")}`);

export interface ContactChoices {
  points: boolean;
  normals: boolean;
  forces: boolean;
  cones: boolean;
}

const UP = new THREE.Vector3(0, 1, 0);

/** Instances of one geometry, as many as are needed. */
class Glyphs {
  mesh: THREE.InstancedMesh;
  private used = 0;

  constructor(private readonly parent: THREE.Group, geometry: THREE.BufferGeometry, material: THREE.Material) {
    this.mesh = this.make(geometry, material, 64);
  }

  private make(geometry: THREE.BufferGeometry, material: THREE.Material, room: number): THREE.InstancedMesh {
    const mesh = new THREE.InstancedMesh(geometry, material, room);
    mesh.frustumCulled = false;
    mesh.count = 0;
    // Colours must be there before the first draw, or the shader knows none.
    mesh.setColorAt(0, new THREE.Color(0xffffff));
    this.parent.add(mesh);
    return mesh;
  }

  begin(most: number): void {
    this.used = 0;
    if (most <= this.mesh.instanceMatrix.count) return;
    const { geometry, material, renderOrder } = this.mesh;
    this.parent.remove(this.mesh);
    this.mesh.dispose();
    this.mesh = this.make(geometry, material as THREE.Material, 2 * most);
    this.mesh.renderOrder = renderOrder;
  }

  add(matrix: THREE.Matrix4, colour: THREE.Color): void {
    this.mesh.setMatrixAt(this.used, matrix);
    this.mesh.setColorAt(this.used, colour);
    this.used += 1;
  }

  end(): void {
    this.mesh.count = this.used;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}

export class ContactsView {
  readonly group = new THREE.Group();
  private readonly points: Glyphs;
  private readonly normals: Glyphs;
  private readonly shafts: Glyphs;
  private readonly heads: Glyphs;
  private readonly cones: Glyphs;
  private readonly matrix = new THREE.Matrix4();
  private readonly turn = new THREE.Quaternion();
  private readonly along = new THREE.Vector3();
  private readonly place = new THREE.Vector3();
  private readonly scale = new THREE.Vector3();
  private readonly colours = MODE_COLOURS.map((colour) => new THREE.Color(colour));
  private readonly marked = new THREE.Color(0xffd23f);

  private crowd = 1;

  constructor(private readonly size: number) {
    // Seen through bodies: contacts lie between them.
    const solid = new THREE.MeshBasicMaterial({ depthTest: false, transparent: true });
    const glass = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.22, depthWrite: false, depthTest: false, side: THREE.DoubleSide });
    const rod = new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
    this.cones = new Glyphs(this.group, new THREE.ConeGeometry(1, 1, 28, 1, true).rotateX(Math.PI).translate(0, 0.5, 0), glass);
    this.normals = new Glyphs(this.group, rod, solid);
    this.shafts = new Glyphs(this.group, rod, solid);
    this.heads = new Glyphs(this.group, new THREE.ConeGeometry(1, 1, 14).translate(0, 0.5, 0), solid);
    this.points = new Glyphs(this.group, new THREE.SphereGeometry(1, 14, 10), solid);
    [this.cones, this.normals, this.shafts, this.heads, this.points].forEach(({ mesh }, order) => (mesh.renderOrder = 10 + order));
  }

  /** `perNewton` is the length of an arrow, m/N. */
  update(contacts: Contact[], timeStep: number, perNewton: number, choices: ContactChoices, selected: number): void {
    const all = [this.points, this.normals, this.shafts, this.heads, this.cones];
    all.forEach((glyphs) => glyphs.begin(contacts.length));
    // Where there are many, each is small; they do not change their size while one looks.
    this.crowd = Math.max(this.crowd, contacts.length);
    const size = this.size * Math.max(0.2, Math.min(1, Math.sqrt(30 / this.crowd)));
    const thin = size * 0.0022;
    contacts.forEach((contact, index) => {
      const colour = index === selected ? this.marked : this.colours[contact.mode];
      const own = contact.position;
      if (choices.points) this.add(this.points, own, [0, 1, 0], size * 0.0065, size * 0.0065, colour);
      if (choices.normals) this.add(this.normals, own, contact.normal, thin * 0.7, size * 0.06, colour);
      if (contact.mode === 0) return;
      if (choices.cones && contact.friction > 0) {
        const height = size * 0.09;
        this.add(this.cones, own, contact.normal, height * Math.min(contact.friction, 3), height, colour);
      }
      if (!choices.forces) return;
      const force = Math.hypot(...contact.impulse) / timeStep;
      if (!(force > 0)) return;
      // Impacts are a thousand times the weight: what would leave the picture is cut.
      const length = Math.min((force * perNewton * size) / this.size, 0.5 * size);
      const head = Math.min(0.35 * length, size * 0.025);
      this.add(this.shafts, own, contact.impulse, thin, length - head, colour);
      this.along.normalize().multiplyScalar(length - head);
      const tip: [number, number, number] = [own[0] + this.along.x, own[1] + this.along.y, own[2] + this.along.z];
      this.add(this.heads, tip, contact.impulse, Math.max(2.6 * thin, 0.3 * head), head, colour);
    });
    all.forEach((glyphs) => glyphs.end());
  }

  private add(glyphs: Glyphs, at: ArrayLike<number>, along: ArrayLike<number>, width: number, length: number, colour: THREE.Color): void {
    this.along.set(along[0], along[1], along[2]);
    this.turn.setFromUnitVectors(UP, this.scale.copy(this.along).normalize());
    this.matrix.compose(this.place.set(at[0], at[1], at[2]), this.turn, this.scale.set(width, length, width));
    glyphs.add(this.matrix, colour);
  }

  dispose(): void {
    for (const { mesh } of [this.points, this.normals, this.shafts, this.heads, this.cones]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}
