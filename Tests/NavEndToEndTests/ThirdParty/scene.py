"""Scenes as `proto/navd/v1/scene.proto` describes them: their objects, how messages change them, their hash.

Written from the comments of `proto` alone; nothing here knows how the daemon is made.
"""

import functools
import re
import sys

from navd.v1 import scene_pb2

MASK = (1 << 64) - 1


def hashed_fields(message, last):
    """The fields of Root or Container that count in the hash, by their numbers; later ones do not, nor does the key."""
    fields = message.DESCRIPTOR.fields
    return {field.number: field for field in fields if field.name != "id" and field.number <= last}


ROOT_FIELDS = hashed_fields(scene_pb2.Root, 11)
CONTAINER_FIELDS = hashed_fields(scene_pb2.Container, 33)
KIND, PARENT, SELECTION = (
    scene_pb2.Container.DESCRIPTOR.fields_by_name[name].number for name in ("kind", "parent", "selection")
)
VIEWERS = scene_pb2.Root.DESCRIPTOR.fields_by_name["viewers"].number
# The bits of a run's attributes that tell of colours of its own.
FOREGROUND, BACKGROUND = 256, 512
# Above every id.
CELLS = 1 << 64


def defaults(fields):
    return {number: field.default_value for number, field in fields.items()}


def number(value):
    return (value & MASK).to_bytes(8, "little")


def text(value):
    encoded = value.encode()
    return number(len(encoded)) + encoded


def fnv(data):
    """FNV-1a with 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def key(kind, identity=0, index=0):
    return bytes([kind]) + number(identity) + number(index)


@functools.lru_cache(maxsize=1 << 16)
def fields_digest(kind, identity, values):
    """The digest of a Root or Container; `values`: pairs of number and value, in ascending order."""
    data = key(kind, identity)
    for field, value in values:
        data += bytes([field]) + (text(value) if isinstance(value, str) else number(int(value)))
    return fnv(data)


@functools.lru_cache(maxsize=1 << 16)
def row_digest(container, index, row):
    words, runs, indent, fill = row
    data = key(3, container, index) + bytes([1]) + text(words) + bytes([2]) + number(len(runs))
    for length, role, attributes, link, *colors in runs:
        data += number(length) + number(role) + number(attributes) + text(link)
        for color in colors:
            data += number(color)
    return fnv(data + bytes([3]) + number(indent) + bytes([4]) + number(fill))


def unpacked(rows):
    """The rows of a Rows: text, runs, indent and fill. A run is its length, role, attributes, address and colours."""
    looks = iter(rows.looks)
    for line in rows.text.split("\n")[:-1]:
        line = line.encode()
        head = next(looks, 0)
        indent, fill = (next(looks), next(looks)) if head & 1 else (0, 0)
        runs, at = [], 0
        for _ in range(head >> 1):
            length = next(looks)
            if length == 0:
                blanks = next(looks)
                if blanks > 0:
                    line = line[:at] + b" " * blanks + line[at:]
                    runs.append((blanks, 0, 0, ""))
                    at += blanks
                    continue
            role = next(looks)
            attributes, link = (next(looks), next(looks)) if role & 1 else (0, 0)
            colors = [next(looks) for bit in (FOREGROUND, BACKGROUND) if attributes & bit]
            runs.append((length, role >> 1, attributes, rows.links[link - 1] if link else "", *colors))
            at += length
        yield line.decode(), tuple(runs), indent, fill


class Contradiction(Exception):
    """A message that does not fit the scene it is about: the same as a wrong hash."""


class Scene:
    """What a viewer shows: the root, containers by id, and rows by container and index."""

    def __init__(self, message=None):
        self.root = defaults(ROOT_FIELDS)
        self.containers = {}
        self.rows = {}
        if message is not None:
            self.set_fields(self.root, ROOT_FIELDS, message.root)
            for container in message.containers:
                self.set_container(container)
            for rows in message.rows:
                self.set_rows(rows)

    def copy(self):
        other = Scene()
        other.root = dict(self.root)
        other.containers = {id: dict(values) for id, values in self.containers.items()}
        other.rows = dict(self.rows)
        return other

    @property
    def viewers(self):
        return self.root[VIEWERS]

    # Operations

    def apply(self, change):
        kind = change.WhichOneof("change")
        if kind == "root":
            self.set_fields(self.root, ROOT_FIELDS, change.root)
        elif kind == "container":
            self.set_container(change.container)
        elif kind == "rows":
            self.set_rows(change.rows)
        elif kind == "remove_container":
            self.fields_of(change.remove_container)
            del self.containers[change.remove_container]
            for place in [p for p in self.rows if p[0] == change.remove_container]:
                del self.rows[place]
        elif kind == "remove_rows":
            gone = change.remove_rows
            for index in range(gone.first, gone.first + gone.count):
                self.rows.pop((gone.container, index), None)
        # Whatever else there may be is of a newer protocol than this reader.

    def move(self, container, field, delta):
        """One step of a track."""
        values = self.fields_of(container) if container else self.root
        # A field that is not there is of a newer protocol than this reader.
        if field in values:
            values[field] += delta

    def fields_of(self, container):
        if container not in self.containers:
            raise Contradiction(f"there is no container {container}")
        return self.containers[container]

    def set_container(self, message):
        values = self.containers.setdefault(message.id, defaults(CONTAINER_FIELDS))
        self.set_fields(values, CONTAINER_FIELDS, message)

    @staticmethod
    def set_fields(values, fields, message):
        for number, field in fields.items():
            if message.HasField(field.name):
                values[number] = getattr(message, field.name)

    def set_rows(self, message):
        self.fields_of(message.container)
        for offset, row in enumerate(unpacked(message)):
            self.rows[message.container, message.first + offset] = row

    # Comparing

    def hash(self):
        total = fields_digest(1, 0, tuple(sorted(self.root.items())))
        for id, values in self.containers.items():
            total += fields_digest(2, id, tuple(sorted(values.items())))
        for (container, index), row in self.rows.items():
            total += row_digest(container, index, row)
        return total & MASK

    def with_named_cells(self):
        """The same with the cells of its bars under what they show: the bar and the number of the column."""
        scene = self.copy()
        for id, values in self.containers.items():
            if values[KIND] == scene_pb2.CONTAINER_KIND_OPTION_CELL:
                scene.containers[CELLS + (values[PARENT] << 32) + values[SELECTION]] = values
                del scene.containers[id]
        return scene

    def differences(self, other):
        """Every field that differs, in words."""
        found = [
            f"root.{ROOT_FIELDS[n].name}: {value!r}, not {other.root[n]!r}"
            for n, value in self.root.items() if value != other.root[n]
        ]
        for id in sorted(self.containers.keys() | other.containers.keys()):
            mine, theirs = self.containers.get(id), other.containers.get(id)
            if mine is None or theirs is None:
                found.append(f"container {id}: {'missing' if mine is None else 'too many'}")
                continue
            found += [
                f"container {id}.{CONTAINER_FIELDS[n].name}: {value!r}, not {theirs[n]!r}"
                for n, value in mine.items() if value != theirs[n]
            ]
        for place in sorted(self.rows.keys() | other.rows.keys()):
            if self.rows.get(place) != other.rows.get(place):
                found.append(f"row {place}: {self.rows.get(place)}, not {other.rows.get(place)}")
        return found


class Player:
    """A scene and the timeline that may run from it."""

    def __init__(self, scene, timeline=None):
        self.scene = scene
        self.timeline = timeline
        # By frame, in their order; one without a number happens in the first.
        self.changes = {}
        for change in timeline.changes if timeline else []:
            self.changes.setdefault(change.frame or timeline.first, []).append(change)

    @property
    def first(self):
        return self.timeline.first if self.timeline else 0

    @property
    def last(self):
        return self.timeline.last if self.timeline else 0

    def at(self, frame):
        """The scene of a frame; at rest it is the same in all of them."""
        scene = self.scene.copy()
        if self.timeline is None:
            return scene
        if not self.first <= frame <= self.last:
            raise Contradiction(f"frame {frame} of {self.first}...{self.last}")
        for now in range(self.first, frame + 1):
            for track in self.timeline.tracks:
                # Its deltas begin with the frame behind the first.
                if 0 < now - self.first <= len(track.deltas):
                    scene.move(track.container, track.field, track.deltas[now - self.first - 1])
            for change in self.changes.get(now, []):
                scene.apply(change)
        return scene

    def end(self):
        return self.at(self.last)


def examples():
    """The scenes of the worked examples in scene.proto, in their order."""
    first = scene_pb2.Scene(root=scene_pb2.Root(columns=80, rows=24))
    second = scene_pb2.Scene()
    second.CopyFrom(first)
    second.containers.add(id=1, kind=scene_pb2.CONTAINER_KIND_PAGER, width=80, height=22)
    third = scene_pb2.Scene()
    third.CopyFrom(second)
    # One run, of 2 bytes, with role 1 and attributes (so it is an extended one), and no link.
    third.rows.add(container=1, first=0, text="Hi\n", looks=[1 * 2, 2, 1 * 2 + 1, 1, 0])
    fourth = scene_pb2.Scene()
    fourth.CopyFrom(first)
    fourth.containers.add(
        id=1, kind=scene_pb2.CONTAINER_KIND_TAB_ITEM, width=10, height=3, title="Mail",
        selected=True, badge="3", badge_role=scene_pb2.BADGE_ROLE_ALERT,
    )
    return [Scene(message) for message in (first, second, third, fourth)]


def check_examples(schema):
    """Compares the examples with the hashes that the text of scene.proto states at the ends of its lines."""
    stated = re.findall(r" (0x[0-9a-f]{16})$", schema, re.MULTILINE)
    computed = [f"{scene.hash():#018x}" for scene in examples()]
    return stated == computed, f"scene.proto states {stated}, and computed are {computed}"


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        holds, text = check_examples(file.read())
    sys.exit(0 if holds else text)
