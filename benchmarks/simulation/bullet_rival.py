"""The Bullet program: its default solver, sequential impulses, 50 sweeps. Single bodies are its rigid bodies, chains its multibodies.

Python calls the steps one by one, because the package has no call for several steps. No body sleeps, and nothing is damped that our
scene does not damp. Hulls have no margin, which would be a layer around them. Bullet stops bodies before they touch, so that the height of
a bounce depends on their distance when Bullet detects the contact."""
import importlib.metadata
import math

import numpy as np
import pybullet as bullet

import bullet_parts as parts
import rival
import scene as scenes

BASE = -1
MOTORS = "its motors are constraints with our force limits, not springs"


class Simulation:
    """There is one world at a time: a new one ends the last."""

    def __init__(self, scene):
        if bullet.isConnected():
            bullet.resetSimulation()
        else:
            bullet.connect(bullet.DIRECT)
        self.scene, self.places, self.taken, self.notes = scene, {}, {}, []
        self.massive = [body for body in scene.bodies if body.mass > 0.0]
        bullet.setTimeStep(scene.time_step)
        bullet.setGravity(*scene.gravity)
        for shape in scene.shapes_of(None):
            self._single(None, [shape])
        for body in scene.bodies:
            if body.parent is not None:
                continue
            tree = self._tree(body)
            if len(tree) > 1 or (body.joint and body.joint.kind == "revolute"):
                self._chain(tree)
            else:
                self._single(body, scene.shapes_of(body.name))
        for first, second in scene.apart:
            (one, link), (other, other_link) = self.places[first], self.places[second]
            bullet.setCollisionFilterPair(one, other, link, other_link, 0)
        self.inertias = {body.name: parts.principal(body) for body in self.massive}

    def _tree(self, body):
        """A body and all that hangs on it, parents first."""
        children = [child for child in self.scene.bodies if child.parent == body.name]
        return [body] + [other for child in children for other in self._tree(child)]

    def _single(self, body, shapes):
        if body is None or body.joint is None:
            # One by one, as a plane cannot be a part of others.
            position, orientation = (body.position, body.orientation) if body else ((0.0, 0.0, 0.0), parts.STILL)
            for shape in shapes:
                made = bullet.createMultiBody(0.0, parts.shape([shape], np.zeros(3)), basePosition=position,
                                              baseOrientation=parts.last(orientation), useMaximalCoordinates=1)
                self._surface(made, BASE)
                if body:
                    self.places[body.name] = made, BASE
            return
        centre, turn, _ = parts.principal(body)
        made = bullet.createMultiBody(body.mass, parts.shape(shapes, centre), baseInertialFrameOrientation=parts.last(turn),
                                      basePosition=parts.point(body.joint.position[:3], body.joint.position[3:], centre),
                                      baseOrientation=parts.last(body.joint.position[3:]), useMaximalCoordinates=1)
        self.places[body.name] = made, BASE
        self._begin(made, body)
        self._properties(made, BASE, body)

    def _chain(self, tree):
        """A multibody. A chain that hangs on the world has a base without anything in it."""
        base, hanging = (tree[0], tree[1:]) if tree[0].joint and tree[0].joint.kind == "free" else (None, tree)
        index = {body.name: link for link, body in enumerate(hanging)}
        arguments = {"baseMass": 0.0}
        if base:
            centre, turn, _ = parts.principal(base)
            arguments = {"baseMass": base.mass, "baseInertialFrameOrientation": parts.last(turn),
                         "baseCollisionShapeIndex": parts.shape(self.scene.shapes_of(base.name), centre),
                         "basePosition": parts.point(base.joint.position[:3], base.joint.position[3:], centre),
                         "baseOrientation": parts.last(base.joint.position[3:])}
        origins = {body.name: parts.origin(body) for body in tree}
        kinds = [bullet.JOINT_REVOLUTE if body.joint else bullet.JOINT_FIXED for body in hanging]
        principal = [parts.principal(body) for body in hanging]
        made = bullet.createMultiBody(
            **arguments,
            linkMasses=[body.mass for body in hanging],
            linkCollisionShapeIndices=[parts.shape(self.scene.shapes_of(body.name), origins[body.name]) for body in hanging],
            linkVisualShapeIndices=[-1] * len(hanging),
            linkPositions=[parts.point(body.position, body.orientation, origins[body.name]) - origins.get(body.parent, np.zeros(3))
                           for body in hanging],
            linkOrientations=[parts.last(body.orientation) for body in hanging],
            linkInertialFramePositions=[centre - origins[body.name] for body, (centre, _, _) in zip(hanging, principal)],
            linkInertialFrameOrientations=[parts.last(turn) for _, turn, _ in principal],
            # Their count begins with the base.
            linkParentIndices=[index[body.parent] + 1 if body.parent in index else 0 for body in hanging],
            linkJointTypes=kinds, linkJointAxis=[body.joint.axis if body.joint else (0.0, 0.0, 1.0) for body in hanging],
            flags=bullet.URDF_USE_SELF_COLLISION | bullet.URDF_USE_SELF_COLLISION_INCLUDE_PARENT)
        if base:
            self.places[base.name] = made, BASE
            self._begin(made, base)
            self._properties(made, BASE, base)
        for link, body in enumerate(hanging):
            self.places[body.name] = made, link
            self._properties(made, link, body)
            if body.joint:
                self._joint(made, link, body.joint)

    def _begin(self, made, body):
        """Its velocity: ours is that of the body's origin, along the body's axes, theirs that of the centre of mass."""
        turn, angular = body.joint.position[3:], body.joint.velocity[:3]
        linear = np.array(body.joint.velocity[3:]) + np.cross(angular, body.centre)
        bullet.resetBaseVelocity(made, scenes.turned(turn, linear), scenes.turned(turn, angular))

    def _joint(self, made, link, joint):
        if joint.armature:
            raise ValueError("the Bullet benchmark does not support armatures")
        bullet.resetJointState(made, link, joint.position, joint.velocity)
        # Joints come with a motor that brakes.
        bullet.setJointMotorControl2(made, link, bullet.VELOCITY_CONTROL, force=0.0)
        bullet.changeDynamics(made, link, jointDamping=joint.damping)
        if joint.limits:
            bullet.changeDynamics(made, link, jointLowerLimit=joint.limits[0], jointUpperLimit=joint.limits[1])
        if joint.motor:
            limit = {} if joint.motor.limit is None else {"force": joint.motor.limit}
            bullet.setJointMotorControl2(made, link, bullet.POSITION_CONTROL, targetPosition=joint.motor.target, **limit)
            self.notes = [MOTORS]

    def _properties(self, made, link, body):
        # In one call: a rigid body loses its mass otherwise.
        moments = [float(moment) for moment in parts.principal(body)[2]]
        bullet.changeDynamics(made, link, mass=body.mass, localInertiaDiagonal=moments)
        if any(shape.kind == "hull" for shape in self.scene.shapes_of(body.name)):
            bullet.changeDynamics(made, link, collisionMargin=0.0)
        self._surface(made, link)
        if link == BASE:
            bullet.changeDynamics(made, link, activationState=bullet.ACTIVATION_STATE_DISABLE_SLEEPING)
        mass, _, inertia = bullet.getDynamicsInfo(made, link)[:3]
        self.taken[body.name] = [mass, *sorted(inertia, reverse=True)]

    def _surface(self, made, link):
        # Of two surfaces it takes the products. In calls of their own: together, some are lost on links.
        bullet.changeDynamics(made, link, lateralFriction=math.sqrt(self.scene.friction),
                              restitution=math.sqrt(self.scene.restitution))
        bullet.changeDynamics(made, link, rollingFriction=0.0, spinningFriction=0.0)
        bullet.changeDynamics(made, link, linearDamping=0.0, angularDamping=0.0)

    def step(self, steps):
        step = bullet.stepSimulation
        for _ in range(steps):
            step()

    def masses(self):
        return self.taken

    def positions(self):
        positions = {}
        for body in self.massive:
            position, turned, _, _ = self._state(body)
            centre, (w, x, y, z), _ = self.inertias[body.name]
            orientation = scenes.product(parts.first(turned), [w, -x, -y, -z])
            positions[body.name] = list(map(float, parts.point(position, orientation, -centre)))
        return positions

    def energy(self):
        kinetic = potential = 0.0
        for body in self.massive:
            position, turned, linear, angular = self._state(body)
            w, x, y, z = parts.first(turned)
            moments = self.inertias[body.name][2]
            spin = scenes.turned([w, -x, -y, -z], angular)
            kinetic += body.mass * sum(speed**2 for speed in linear) / 2
            kinetic += sum(moment * speed**2 for moment, speed in zip(moments, spin)) / 2
            potential -= body.mass * sum(pull * at for pull, at in zip(self.scene.gravity, position))
        return float(kinetic), float(potential)

    def _state(self, body):
        """Of the centre of mass: position, principal axes, velocity, angular velocity."""
        made, link = self.places[body.name]
        if link == BASE:
            return *bullet.getBasePositionAndOrientation(made), *bullet.getBaseVelocity(made)
        state = bullet.getLinkState(made, link, computeLinkVelocity=1, computeForwardKinematics=1)
        return state[0], state[1], state[6], state[7]

    def overlap(self):
        distances = [contact[8] for contact in bullet.getContactPoints()]
        return max(0.0, -min(distances, default=0.0)), len(distances)


if __name__ == "__main__":
    rival.serve("Bullet", importlib.metadata.version("pybullet"), ["default"], lambda scene, _: lambda: Simulation(scene))
