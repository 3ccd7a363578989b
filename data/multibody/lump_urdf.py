"""Writes a URDF file without visual elements, and with links on fixed joints lumped into their parents.

    python3 lump_urdf.py robots/anymal_c.urdf --keep FOOT > ../../crates/formats/src/scene/built_in/anymal_c.urdf

Links whose name contains a word given with --keep remain separate links. Needs numpy.
"""

import argparse
import xml.etree.ElementTree as tree

import numpy as np


def numbers(element, attribute):
    text = element.get(attribute) if element is not None else None
    return np.array([float(x) for x in text.split()]) if text else np.zeros(3)


def rotation(rpy):
    (a, b, c), (x, y, z) = np.cos(rpy), np.sin(rpy)
    about_x = np.array([[1, 0, 0], [0, a, -x], [0, x, a]])
    about_y = np.array([[b, 0, y], [0, 1, 0], [-y, 0, b]])
    about_z = np.array([[c, -z, 0], [z, c, 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


def pose(element):
    origin = element.find("origin")
    placed = np.eye(4)
    placed[:3, :3], placed[:3, 3] = rotation(numbers(origin, "rpy")), numbers(origin, "xyz")
    return placed


def written(values):
    return " ".join(f"{value:.12g}" for value in np.where(np.abs(values) < 1e-15, 0.0, values))


def origin(placed):
    r = placed[:3, :3]
    pitch = -np.arcsin(np.clip(r[2, 0], -1, 1))
    if abs(r[2, 0]) < 1 - 1e-12:
        roll, yaw = np.arctan2(r[2, 1], r[2, 2]), np.arctan2(r[1, 0], r[0, 0])
    else:
        roll, yaw = np.arctan2(-r[1, 2], r[1, 1]), 0.0
    return f'<origin xyz="{written(placed[:3, 3])}" rpy="{written(np.array([roll, pitch, yaw]))}"/>'


class Part:
    """A link with all that is lumped into it."""

    def __init__(self):
        self.mass, self.first, self.second, self.shapes = 0.0, np.zeros(3), np.zeros((3, 3)), []

    def add(self, link, placed):
        inertial = link.find("inertial")
        mass = float(inertial.find("mass").get("value")) if inertial is not None else 0.0
        if mass > 0:
            at = placed @ pose(inertial)
            given = inertial.find("inertia")
            own = np.array([[float(given.get("i" + "".join(sorted(a + b)))) for b in "xyz"] for a in "xyz"])
            c = at[:3, 3]
            self.mass += mass
            self.first += mass * c
            self.second += at[:3, :3] @ own @ at[:3, :3].T + mass * (c @ c * np.eye(3) - np.outer(c, c))
        for shape in link.findall("collision"):
            self.shapes.append((placed @ pose(shape), shape.find("geometry")))

    def write(self, name):
        print(f'  <link name="{name}">')
        if self.mass > 0:
            c = self.first / self.mass
            i = self.second - self.mass * (c @ c * np.eye(3) - np.outer(c, c))
            print(f'    <inertial>\n      <origin xyz="{written(c)}"/>\n      <mass value="{self.mass:.12g}"/>')
            names = {"ixx": i[0, 0], "ixy": i[0, 1], "ixz": i[0, 2], "iyy": i[1, 1], "iyz": i[1, 2], "izz": i[2, 2]}
            print("      <inertia " + " ".join(f'{k}="{v:.12g}"' for k, v in names.items()) + "/>\n    </inertial>")
        for placed, geometry in self.shapes:
            kind = geometry[0]
            inner = f"<{kind.tag} " + " ".join(f'{k}="{v}"' for k, v in kind.attrib.items()) + "/>"
            print(f"    <collision>\n      {origin(placed)}\n      <geometry>{inner}</geometry>\n    </collision>")
        print("  </link>")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--keep", nargs="*", default=[])
    arguments = parser.parse_args()
    robot = tree.parse(arguments.file).getroot()
    links = {link.get("name"): link for link in robot.findall("link")}
    joints = robot.findall("joint")
    children = {joint.find("child").get("link") for joint in joints}
    root = next(name for name in links if name not in children)
    parts, kept = {}, []

    def gather(name, part, placed):
        parts.setdefault(part, Part()).add(links[name], placed)
        for joint in joints:
            if joint.find("parent").get("link") != name:
                continue
            child, at = joint.find("child").get("link"), placed @ pose(joint)
            lumped = joint.get("type") == "fixed" and not any(word in child for word in arguments.keep)
            if lumped:
                gather(child, part, at)
            else:
                kept.append((joint, part, child, at))
                gather(child, child, np.eye(4))

    gather(root, root, np.eye(4))
    print(f'<robot name="{robot.get("name")}">')
    for name, part in parts.items():
        part.write(name)
    for joint, parent, child, at in kept:
        print(f'  <joint name="{joint.get("name")}" type="{joint.get("type")}">')
        print(f'    <parent link="{parent}"/>\n    <child link="{child}"/>\n    {origin(at)}')
        for tag in ["axis", "limit", "dynamics", "mimic"]:
            found = joint.find(tag)
            if found is not None and joint.get("type") != "fixed":
                print(f"    <{tag} " + " ".join(f'{k}="{v}"' for k, v in found.attrib.items()) + "/>")
        print("  </joint>")
    print("</robot>")


main()
