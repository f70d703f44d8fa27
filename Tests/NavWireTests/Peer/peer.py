"""The messages of the protocol with the code that protoc has generated: the other side of PeerTests.

`peer.py read` reads messages, and writes each of them again in two other ways. A line of the input is the name of a message and its bytes in hexadecimal. The answer is a line with two encodings of the
same value: that of the library, and one that no serializer makes but every reader has to understand: fields in another
order, unknown fields between them, numbers longer than necessary, packed numbers one by one, and values that a later one
replaces. The last line of the answer has, for each kind of message, how often it was read, nested in others too, and which of
its fields none of these had.

`peer.py make` makes values: each line of the answer is the message of the input with some fields at any depth set to random
values, added or removed.
"""

import collections
import importlib
import json
import random
import sys

MODULES = [importlib.import_module(f"navd.v1.{name}_pb2") for name in ("input", "layout", "scene", "state")]
VARINT, FIXED64, BYTES, GROUP, GROUP_END, FIXED32 = range(6)


def message_class(name):
    for module in MODULES:
        if hasattr(module, name):
            return getattr(module, name)
    raise SystemExit(f"no message {name}")


def varint(value, padding=0):
    out = bytearray()
    while value >= 0x80 or padding > 0:
        if value < 0x80:
            padding -= 1
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def tag(number, kind):
    return varint(number << 3 | kind)


def unknown(chance):
    """A field that no schema has."""
    number = chance.choice([63, 1000, 2**29 - 1])
    return chance.choice([
        tag(number, VARINT) + varint(chance.getrandbits(64)),
        tag(number, FIXED64) + chance.randbytes(8),
        tag(number, BYTES) + varint(3) + chance.randbytes(3),
        tag(number, GROUP) + tag(1, VARINT) + varint(7) + tag(number, GROUP_END),
        tag(number, FIXED32) + chance.randbytes(4),
    ])


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The fields of a message: number, type, and the value as a number or as bytes."""
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == VARINT:
            value, at = read_varint(data, at)
        elif kind == FIXED64:
            value, at = data[at:at + 8], at + 8
        else:
            length, at = read_varint(data, at)
            value, at = data[at:at + length], at + length
        yield number, kind, value


def disguise(data, descriptor, chance):
    """Another encoding of the same value."""
    queues = collections.defaultdict(list)
    for number, kind, value in fields(data):
        field = descriptor.fields_by_number[number]
        repeated = field.label == field.LABEL_REPEATED
        if kind == VARINT:
            room = 10 - len(varint(value))
            encoded = varint(value, chance.randint(0, min(2, room)))
            if not repeated and chance.random() < 0.2:
                queues[number].append(tag(number, VARINT) + varint(chance.getrandbits(31)))
            queues[number].append(tag(number, VARINT) + encoded)
        elif kind == FIXED64:
            queues[number].append(tag(number, FIXED64) + value)
        elif field.message_type is not None:
            inner = disguise(value, field.message_type, chance)
            queues[number].append(tag(number, BYTES) + varint(len(inner)) + inner)
        elif repeated and field.cpp_type not in (field.CPPTYPE_STRING, field.CPPTYPE_MESSAGE):
            size = 8 if field.cpp_type == field.CPPTYPE_UINT64 and field.type == field.TYPE_FIXED64 else 0
            at = 0
            while at < len(value):
                if size:
                    queues[number].append(tag(number, FIXED64) + value[at:at + size])
                    at += size
                else:
                    single, at = read_varint(value, at)
                    queues[number].append(tag(number, VARINT) + varint(single))
        else:
            queues[number].append(tag(number, BYTES) + varint(len(value)) + value)
    out = bytearray()
    while queues:
        number = chance.choice(list(queues))
        out += queues[number].pop(0)
        if not queues[number]:
            del queues[number]
        if chance.random() < 0.2:
            out += unknown(chance)
    return bytes(out)


def count(message, kinds):
    kind = kinds[message.DESCRIPTOR.full_name]
    kind["count"] += 1
    if len(message.UnknownFields()) > 0:
        raise SystemExit(f"a field that the schema does not have: {message}")
    for field, value in message.ListFields():
        kind["unset"].discard(field.name)
        if field.message_type is None:
            continue
        for nested in value if field.label == field.LABEL_REPEATED else [value]:
            count(nested, kinds)


def messages(descriptors):
    for descriptor in descriptors:
        yield descriptor
        yield from messages(descriptor.nested_types)


def number(field, chance):
    """A value for a field of numbers: a bit pattern of random length, so that small ones are as frequent as large ones."""
    if field.cpp_type == field.CPPTYPE_BOOL:
        return chance.random() < 0.5
    if field.enum_type is not None:
        return chance.choice(field.enum_type.values).number
    bits = 64 if field.cpp_type in (field.CPPTYPE_UINT64, field.CPPTYPE_INT64) else 32
    value = chance.getrandbits(chance.randint(0, bits))
    if field.cpp_type in (field.CPPTYPE_INT32, field.CPPTYPE_INT64):
        value = (value & (1 << bits - 1) - 1) * chance.choice([1, -1])
    return value


def single(field, chance):
    if field.cpp_type != field.CPPTYPE_STRING:
        return number(field, chance)
    length = chance.choice([0, 1, 7, 16, 32, 60])
    if field.type == field.TYPE_BYTES:
        return chance.randbytes(length)
    return "".join(chance.choice("ab/ .-0\u00e9\u4e16\U0001f600") for _ in range(length))


def change(message, chance):
    """Sets, adds or removes one field of the message or of a message in it."""
    field = chance.choice(message.DESCRIPTOR.fields) if message.DESCRIPTOR.fields else None
    if field is None:
        return
    value = getattr(message, field.name)
    if field.message_type is None:
        if field.label != field.LABEL_REPEATED:
            setattr(message, field.name, single(field, chance))
        elif value and chance.random() < 0.3:
            del value[chance.randrange(len(value))]
        else:
            value.append(single(field, chance))
    elif field.label == field.LABEL_REPEATED:
        if value and chance.random() < 0.8:
            change(chance.choice(value), chance)
        elif value:
            del value[chance.randrange(len(value))]
        else:
            change(value.add(), chance)
    elif message.HasField(field.name) and chance.random() < 0.1:
        message.ClearField(field.name)
    else:
        # Another body instead of the one that is there is rarely a value that means anything.
        for other, held in message.ListFields():
            if other.message_type is not None and other.label != other.LABEL_REPEATED and chance.random() < 0.9:
                value = held
        value.SetInParent()
        change(value, chance)


def read(chance):
    outermost = [d for m in MODULES for d in m.DESCRIPTOR.message_types_by_name.values()]
    kinds = {d.full_name: {"count": 0, "unset": set(d.fields_by_name)} for d in messages(outermost)}
    for line in sys.stdin:
        name, digits = line.rstrip("\n").split(" ")
        data = bytes.fromhex(digits)
        message = message_class(name).FromString(data)
        count(message, kinds)
        again = message.SerializeToString(deterministic=True)
        if message_class(name).FromString(again) != message:
            raise SystemExit(f"another value: {message}")
        other = disguise(data, message.DESCRIPTOR, chance)
        read = message_class(name).FromString(other)
        read.DiscardUnknownFields()
        if read != message:
            raise SystemExit(f"a disguise changes {message}")
        print(again.hex(), other.hex())
    for kind in kinds.values():
        kind["unset"] = sorted(kind["unset"])
    print(json.dumps({name.removeprefix("navd.v1."): kind for name, kind in kinds.items()}))


def make(chance):
    for line in sys.stdin:
        name, digits = line.rstrip("\n").split(" ")
        message = message_class(name).FromString(bytes.fromhex(digits))
        for _ in range(chance.choice([1, 1, 2, 4])):
            change(message, chance)
        print(message.SerializeToString(deterministic=True).hex())


if sys.argv[1] == "read":
    read(random.Random(1))
else:
    make(random.Random(2))
