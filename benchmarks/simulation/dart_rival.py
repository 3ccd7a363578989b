"""The DART program, with ODE's collision detector, which has exact spheres, boxes and planes. `dantzig` is its default solver, exact for
a friction pyramid; `nsgs` solves Coulomb's law by Gauss-Seidel sweeps, to 1e-8.

Python calls the steps one by one, because the package has no call for several steps; that costs a fraction of a microsecond. No body
sleeps."""
import math

import dartpy as dart
import numpy as np

import rival
import scene as scenes

VARIANTS = ["dantzig", "nsgs"]
SWEEPS, TOLERANCE = 500, 1e-8


class Simulation:
    def __init__(self, scene, variant):
        self.scene, self.bodies, self.notes = scene, {}, []
        self.world = dart.simulation.World()
        self.world.setTimeStep(scene.time_step)
        self.world.setGravity(np.array(scene.gravity))
        self.world.setNumSimulationThreads(1)
        sleep = self.world.getDeactivationOptions()
        sleep.mEnabled = False
        self.world.setDeactivationOptions(sleep)
        solver = self.world.getConstraintSolver()
        if variant == "nsgs":
            options = dart.constraint.NsgsFrictionSolver.Options()
            options.tolerance, options.maxSweeps = TOLERANCE, SWEEPS
            solver.setBoxedLcpSolver(dart.constraint.NsgsFrictionSolver(options))
        solver.setCollisionDetector(dart.collision.OdeCollisionDetector())
        solver.getCollisionOption().maxNumContacts = 10_000
        self._fixed()
        skeletons = {}
        for body in scene.bodies:
            if body.parent is None:
                skeletons[body.name] = dart.dynamics.Skeleton(body.name)
            else:
                skeletons[body.name] = skeletons[body.parent]
            self._body(skeletons[body.name], body)
        self.skeletons = [skeletons[body.name] for body in scene.bodies if body.parent is None]
        for skeleton in self.skeletons:
            # Other than neighbours, bodies of one chain touch too.
            skeleton.enableSelfCollisionCheck()
            skeleton.disableAdjacentBodyCheck()
            if skeleton.getNumDofs() == 0:
                skeleton.setMobile(False)
            self.world.addSkeleton(skeleton)
        for first, second in scene.apart:
            solver.getCollisionOption().collisionFilter.addBodyNodePairToBlackList(self.bodies[first], self.bodies[second])

    def _fixed(self):
        skeleton = dart.dynamics.Skeleton("fixed")
        _, node = skeleton.createWeldJointAndBodyNodePair()
        for shape in self.scene.shapes_of(None):
            self._shape(node, shape)
        skeleton.setMobile(False)
        self.world.addSkeleton(skeleton)

    def _body(self, skeleton, body):
        made, parent = body.joint, self.bodies.get(body.parent)
        if made is None:
            joint, node = skeleton.createWeldJointAndBodyNodePair(parent)
            joint.setName(f"{body.name}-joint")
            joint.setTransformFromParentBodyNode(_at(body.position, body.orientation))
        elif made.kind == "free":
            joint, node = skeleton.createFreeJointAndBodyNodePair()
            w, x, y, z = made.position[3:]
            turn = dart.math.quatToExp(dart.math.Quaternion(w, x, y, z)) if abs(w) < 1.0 else np.zeros(3)
            joint.setPositions(np.array([*np.ravel(turn), *made.position[:3]]))
            joint.setLinearVelocity(np.array(scenes.turned(made.position[3:], made.velocity[3:])))
            joint.setAngularVelocity(np.array(scenes.turned(made.position[3:], made.velocity[:3])))
        else:
            properties = dart.dynamics.RevoluteJointProperties()
            properties.mName, properties.mAxis = f"{body.name}-joint", np.array(made.axis)
            anchor = np.array(body.position) + scenes.turned(body.orientation, made.anchor)
            properties.mT_ParentBodyToJoint = _at(anchor, body.orientation)
            properties.mT_ChildBodyToJoint = _at(made.anchor)
            joint, node = skeleton.createRevoluteJointAndBodyNodePair(parent, properties)
            joint.setPosition(0, made.position)
            joint.setVelocity(0, made.velocity)
            if made.armature:
                raise ValueError("the DART benchmark does not support armatures")
            joint.setDampingCoefficient(0, made.damping)
            if made.motor:
                # Its springs and dampers are implicit.
                self.notes = ["its motors are springs without a force limit"]
                joint.setSpringStiffness(0, made.motor.stiffness)
                joint.setRestPosition(0, made.motor.target)
                joint.setDampingCoefficient(0, made.damping + made.motor.damping)
        node.setName(body.name)
        if body.mass > 0.0:
            xx, yy, zz, xy, xz, yz = body.moments
            moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            node.setInertia(dart.dynamics.Inertia(body.mass, np.array(body.centre), moments))
        else:
            # It asks for some mass.
            node.setInertia(dart.dynamics.Inertia(1e-12, np.zeros(3), 1e-12 * np.eye(3)))
        for shape in self.scene.shapes_of(body.name):
            self._shape(node, shape)
        self.bodies[body.name] = node

    def _shape(self, node, shape):
        kinds = {"sphere": lambda radius: dart.dynamics.SphereShape(radius),
                 "box": lambda *half: dart.dynamics.BoxShape(2 * np.array(half)),
                 "capsule": lambda radius, half: dart.dynamics.CapsuleShape(radius, 2 * half),
                 "cylinder": lambda radius, half: dart.dynamics.CylinderShape(radius, 2 * half),
                 "plane": lambda: self._plane(shape)}
        if shape.kind == "hull":
            raise ValueError("DART's package has no hulls: it reads meshes from files, as surfaces of triangles")
        if shape.kind not in kinds:
            raise ValueError(f"the DART benchmark does not support the shape {shape.kind}")
        shape_node = node.createShapeNode(kinds[shape.kind](*shape.numbers))
        shape_node.createCollisionAspect()
        if shape.kind != "plane":
            shape_node.setRelativeTransform(_at(shape.position, shape.orientation))
        surface = shape_node.createDynamicsAspect()
        # Of two surfaces it takes the smaller friction and the product of the restitutions.
        surface.setFrictionCoeff(self.scene.friction)
        surface.setRestitutionCoeff(math.sqrt(self.scene.restitution))

    def _plane(self, shape):
        normal = np.array(scenes.turned(shape.orientation, (0.0, 0.0, 1.0)))
        return dart.dynamics.PlaneShape(normal, float(normal @ np.array(shape.position)))

    def step(self, steps):
        step = self.world.step
        for _ in range(steps):
            step()

    def masses(self):
        inertias = {name: self.bodies[name].getInertia() for name in self._massive()}
        return {name: [inertia.getMass(), *sorted(map(float, np.linalg.eigvalsh(inertia.getMoment())), reverse=True)]
                for name, inertia in inertias.items()}

    def positions(self):
        return {name: list(map(float, np.ravel(self.bodies[name].getWorldTransform().translation())))
                for name in self._massive()}

    def _massive(self):
        return [body.name for body in self.scene.bodies if body.mass > 0.0]

    def energy(self):
        return (sum(skeleton.computeKineticEnergy() for skeleton in self.skeletons),
                sum(skeleton.computePotentialEnergy() for skeleton in self.skeletons))

    def overlap(self):
        contacts = self.world.getLastCollisionResult().getContacts()
        return max((contact.penetrationDepth for contact in contacts), default=0.0), len(contacts)


def _at(position, orientation=(1.0, 0.0, 0.0, 0.0)):
    transform = dart.math.Isometry3()
    transform.set_translation(np.array(position, float))
    transform.set_rotation(np.array([scenes.turned(orientation, axis) for axis in np.eye(3)]).T)
    return transform


if __name__ == "__main__":
    rival.serve("DART", dart.__version__, VARIANTS, lambda scene, variant: lambda: Simulation(scene, variant))
