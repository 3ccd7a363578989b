// Thin rods between what belongs together: a body and its joint, a joint and what carries it, a body and shapes that stand off.

import * as THREE from "three";
import { moves } from "./kinematics";
import type { Recording } from "./recording";
import { reach } from "./shapes";

/** A rod belongs to a body, and goes from one point to another. */
interface Rod {
  body: number;
  ends(poses: Float64Array[], from: THREE.Vector3, to: THREE.Vector3): void;
}

const UP = new THREE.Vector3(0, 1, 0);

export class BonesView {
  readonly mesh: THREE.InstancedMesh;
  private readonly rods: Rod[];
  private readonly from = new THREE.Vector3();
  private readonly to = new THREE.Vector3();
  private readonly matrix = new THREE.Matrix4();
  private readonly turn = new THREE.Quaternion();
  private readonly scale = new THREE.Vector3();

  constructor(recording: Recording, colour: number, private readonly thickness: number) {
    const { bodies, shapes } = recording.header;
    const { joints } = recording.kinematics;
    const jointed = bodies.flatMap((body, index): Rod[] => {
      if (index === 0 || !body.joints.some((joint) => !["fixed", "free"].includes(joint.kind))) return [];
      const toBody: Rod = { body: index, ends: (poses, from, to) => (from.fromArray(joints[index]), to.fromArray(poses[index])) };
      // The world's origin is no place of a bone.
      if (body.parent === 0) return [toBody];
      return [toBody, { body: body.parent, ends: (poses, from, to) => (from.fromArray(poses[body.parent]), to.fromArray(joints[index])) }];
    });
    const offset = (shape: { placement: number[] }) => new THREE.Vector3().fromArray(shape.placement);
    const apart = shapes.filter((shape) => moves(bodies, shape.body) && offset(shape).length() > 2.5 * reach(shape));
    const spokes = apart.map((shape): Rod => {
      const own = offset(shape);
      return {
        body: shape.body,
        ends: (poses, from, to) => {
          const pose = poses[shape.body];
          from.fromArray(pose);
          to.set(pose[3] * own.x + pose[4] * own.y + pose[5] * own.z, pose[6] * own.x + pose[7] * own.y + pose[8] * own.z, pose[9] * own.x + pose[10] * own.y + pose[11] * own.z).add(from);
        },
      };
    });
    this.rods = [...jointed, ...spokes];
    const material = new THREE.MeshLambertMaterial({ color: colour });
    this.mesh = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 10), material, Math.max(1, this.rods.length));
    this.mesh.count = this.rods.length;
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
  }

  update(poses: Float64Array[]): void {
    const { from, to, matrix, turn, scale } = this;
    this.rods.forEach((rod, k) => {
      rod.ends(poses, from, to);
      to.sub(from);
      const length = Math.max(to.length(), 1e-12);
      from.addScaledVector(to, 0.5);
      turn.setFromUnitVectors(UP, to.divideScalar(length));
      this.mesh.setMatrixAt(k, matrix.compose(from, turn, scale.set(this.thickness, length, this.thickness)));
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }

  pick(ray: THREE.Raycaster): { body: number; distance: number } | null {
    const [hit] = this.rods.length > 0 ? ray.intersectObject(this.mesh, false) : [];
    return hit ? { body: this.rods[hit.instanceId ?? 0].body, distance: hit.distance } : null;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as THREE.Material).dispose();
    this.mesh.dispose();
  }
}
