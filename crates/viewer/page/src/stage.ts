// The 3D scene: camera, light, bodies of all recordings, contacts of the first.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { BodiesView, sceneSize } from "./bodies_view";
import { ContactsView, type ContactChoices } from "./contacts_view";
import type { Contact, Vector } from "./format";
import { moves } from "./kinematics";
import type { Recording } from "./recording";

/** Degrees from the lower to the upper edge of a wide picture, from side to side of a narrow one. */
const FIELD = 40;

export type Selection = { kind: "body"; body: number } | { kind: "contact"; contact: number; source: string } | null;

export class Stage {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera = new THREE.PerspectiveCamera(FIELD, 1, 0.001, 1e5);
  readonly controls: OrbitControls;
  readonly choices: ContactChoices = { points: true, normals: false, forces: true, cones: true };
  follow = false;
  forceScale = 1;
  size = 1;
  private readonly scene = new THREE.Scene();
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.1);
  private bodies: BodiesView[] = [];
  private contacts: ContactsView | null = null;
  private followed: THREE.Vector3 | null = null;
  private perNewton = 1;
  private dark = false;
  private standing: boolean[] = [];

  constructor(readonly canvas: HTMLCanvasElement) {
    // Of the right size from the start: to change it costs as much as to make it.
    const ratio = pixelRatio();
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
    this.renderer.shadowMap.enabled = true;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    const sky = new THREE.HemisphereLight(0xf4f7fb, 0x8c8578, 1.35);
    sky.position.set(0, 0, 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.scene.add(sky, this.sun, this.sun.target);
  }

  get first(): Recording {
    return this.bodies[0].recording;
  }

  /** Shows recordings, the first solid and the others over it. */
  show(recordings: Recording[], keepCamera: boolean): void {
    for (const view of this.bodies) {
      this.scene.remove(view.group);
      view.dispose();
    }
    if (this.contacts) this.scene.remove(this.contacts.group);
    this.contacts?.dispose();
    const { size, centre } = sceneSize(recordings[0]);
    this.size = size;
    this.bodies = recordings.map((recording, index) => new BodiesView(recording, index, size));
    this.bodies.forEach((view) => view.themed(this.dark));
    this.contacts = new ContactsView(size);
    this.scene.add(...this.bodies.map((view) => view.group), this.contacts.group);
    this.standing = recordings[0].header.shapes.reduce((list, shape) => {
      list[shape.collider] = !moves(recordings[0].header.bodies, shape.body);
      return list;
    }, [] as boolean[]);
    this.rescale();
    this.placeSun(centre);
    this.camera.near = size / 500;
    this.camera.far = size * 200;
    if (!keepCamera) this.resetCamera();
    this.camera.updateProjectionMatrix();
  }

  /** Arrows by the forces of the run: those that are usual are well seen. */
  rescale(): void {
    this.perNewton = (0.09 * this.size) / typicalForce(this.first);
  }

  private placeSun(centre: THREE.Vector3): void {
    const { size, sun } = this;
    sun.position.copy(centre).add(new THREE.Vector3(-0.5, -0.8, 1.6).multiplyScalar(size));
    sun.target.position.copy(centre);
    const eye = sun.shadow.camera;
    [eye.left, eye.right, eye.bottom, eye.top] = [-size, size, -size, size];
    [eye.near, eye.far] = [0.05 * size, 5 * size];
    sun.shadow.bias = -0.0008;
    sun.shadow.normalBias = 0.002 * size;
    eye.updateProjectionMatrix();
  }

  /** Where the scene's file looks from, or a place from which all is seen. */
  resetCamera(): void {
    const recording = this.first;
    const { camera } = recording.header;
    const { size, centre } = sceneSize(recording);
    if (camera) {
      this.camera.position.set(...camera.position);
      this.controls.target.set(...camera.target);
    } else {
      this.controls.target.copy(centre);
      this.camera.position.copy(centre).add(new THREE.Vector3(0.55, -1.15, 0.5).multiplyScalar(Math.max(size, 0.05)));
    }
    this.followed = null;
    this.controls.update();
  }

  themed(background: string, dark: boolean): void {
    this.scene.background = new THREE.Color(background);
    this.dark = dark;
    this.bodies.forEach((view) => view.themed(dark));
  }

  /** Puts everything where it is at these frames, one of each recording. */
  update(frames: number[], selection: Selection): void {
    this.bodies.forEach((view, index) => view.update(frames[index]));
    const selected = selection?.kind === "body" ? selection.body : -1;
    this.bodies[0].highlight(selected);
    const [store, place] = this.first.frame(frames[0]);
    const contact = selection?.kind === "contact" ? selection.contact : -1;
    const contacts = store.contacts(place).map((own) => (this.standing[own.second] ? turned(own) : own));
    this.contacts?.update(contacts, this.first.header.time_step, this.perNewton * this.forceScale, this.choices, contact);
    if (this.follow && selected > 0) this.followBody(selected);
    else this.followed = null;
  }

  private followBody(body: number): void {
    const pose = this.first.kinematics.poses[body];
    const now = new THREE.Vector3(pose[0], pose[1], pose[2]);
    const by = this.followed ? now.clone().sub(this.followed) : now.clone().sub(this.controls.target);
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.followed = now;
    this.controls.update();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const [wide, high] = [width, height].map((length) => Math.max(1, Math.round(length * pixelRatio())));
    if (this.canvas.width !== wide || this.canvas.height !== high) this.renderer.setSize(wide, high, false);
    this.camera.aspect = width / height;
    const half = Math.tan((FIELD * Math.PI) / 360) / Math.min(1, this.camera.aspect);
    this.camera.fov = (Math.atan(half) * 360) / Math.PI;
    this.camera.updateProjectionMatrix();
  }

  render(): void {
    this.renderer.render(this.scene, this.camera);
  }

  /** What is at a place of the canvas: a contact within a few pixels, else a body. */
  pick(x: number, y: number, frame: number): Selection {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const [store, place] = this.first.frame(frame);
    let [best, nearest] = [-1, 12];
    const contacts = this.choices.points ? store.contacts(place) : [];
    contacts.forEach((contact, index) => {
      const [cx, cy] = this.project(contact.position);
      const distance = Math.hypot(cx - x, cy - y);
      if (distance < nearest) [best, nearest] = [index, distance];
    });
    if (best >= 0) return { kind: "contact", contact: best, source: source(contacts[best]) };
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    const hit = this.bodies[0].pick(ray);
    return hit ? { kind: "body", body: hit.body } : null;
  }

  /** Where a point is on the canvas. */
  project(point: ArrayLike<number>): [number, number] {
    const seen = new THREE.Vector3(point[0], point[1], point[2]).project(this.camera);
    return [((seen.x + 1) / 2) * this.canvas.clientWidth, ((1 - seen.y) / 2) * this.canvas.clientHeight];
  }
}

/** Pixels of the canvas for each of the page; more than two are not seen. */
function pixelRatio(): number {
  return Math.min(window.devicePixelRatio, 2);
}

/** What a contact is between, so that it is found again in other frames. */
export function source(contact: { first: number; second: number; feature: number }): string {
  return `${contact.first} ${contact.second} ${contact.feature}`;
}

/** The same contact, as what the first body feels: of what stands still nobody asks. */
function turned(contact: Contact): Contact {
  const back = (vector: Vector): Vector => [-vector[0], -vector[1], -vector[2]];
  return { ...contact, normal: back(contact.normal), impulse: back(contact.impulse) };
}

/** A force that most contacts of the run do not exceed, N; the weight of all if there are none. */
function typicalForce(recording: Recording): number {
  const { header, overview } = recording;
  const forces: number[] = [];
  const stride = Math.max(1, Math.floor(overview.count / 60));
  for (let index = 0; index < overview.count; index += stride) {
    for (let place = 0; place < Math.min(200, overview.contactCounts[index]); place++) {
      const force = Math.hypot(...overview.contact(index, place).impulse) / header.time_step;
      if (force > 0) forces.push(force);
    }
  }
  if (forces.length > 0) return forces.sort((a, b) => a - b)[Math.floor(0.6 * forces.length)];
  const mass = header.bodies.reduce((sum, body) => sum + body.mass, 0);
  return mass > 0 ? mass * (Math.hypot(...header.gravity) || 9.81) : 1;
}
