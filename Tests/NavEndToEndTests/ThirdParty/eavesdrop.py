"""Listens to a session that it has no right to see, with a key that navd knows, and with topics that it has found out.

eavesdrop.py PORT SERVER_KEY FRIEND_KEY_FILE OWN_KEY_FILE SESSION INPUT FILE

The friend may see the session: its attachment is where the topics come from, and an attachment by way of INPUT, the path
of a socket of the daemon's own machine. Everything that arrives over a connection with the friend's key is written to
FILE, until the program is ended.
"""

import base64
import os
import sys

import zmq
from zmq.utils import z85
from zmq.utils.monitor import recv_monitor_message

from navd.v1 import input_pb2

LIMIT = 20_000


def key(text):
    return base64.urlsafe_b64decode(text.strip() + "=")


def secret(path):
    with open(path) as lines:
        return next(key(line) for line in lines if not line.startswith("#"))


def connect(context, kind, port, server, own):
    socket = context.socket(kind)
    socket.setsockopt(zmq.LINGER, 0)
    if isinstance(port, str):
        socket.connect(f"ipc://{port}")
        return socket, None
    socket.curve_serverkey = z85.encode(server)
    socket.curve_secretkey = z85.encode(own)
    socket.curve_publickey = zmq.curve_public(z85.encode(own))
    socket.reconnect_ivl = -1
    monitor = socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
    socket.connect(f"tcp://127.0.0.1:{port}")
    return socket, monitor


def attach(context, port, server, own, session):
    socket, _ = connect(context, zmq.DEALER, port, server, own)
    request = input_pb2.Request(request_id=1, client_id=os.urandom(16))
    request.attach.protocol.major = 1
    request.attach.session = session
    request.attach.viewport.columns = 80
    request.attach.viewport.rows = 24
    socket.send_multipart([b"", request.SerializeToString()])
    if not socket.poll(LIMIT):
        sys.exit("no answer")
    reply = input_pb2.Reply.FromString(socket.recv_multipart()[-1])
    return socket, reply


def is_shut(context, port, server, own, topic):
    socket, monitor = connect(context, zmq.SUB, port + 1, server, own)
    if not monitor.poll(LIMIT) or recv_monitor_message(monitor)["event"] != zmq.EVENT_HANDSHAKE_SUCCEEDED:
        sys.exit("no connection")
    socket.subscribe(topic)
    return bool(monitor.poll(LIMIT))


def main(port, server, friend, own, session, local, path):
    context = zmq.Context()
    held, reply = attach(context, port, server, friend, session)
    attached = reply.attached
    print("key of", len(attached.stream_key), "bytes", flush=True)
    _, refused = attach(context, port, server, own, session)
    print("refused", refused.error.code, flush=True)
    topic = attached.stream_topic
    for guess in (b"", topic[:1], topic[:9], topic[:-1], topic + b"x", topic[:-1] + b"\0", os.urandom(29)):
        if not is_shut(context, port, server, own, guess):
            sys.exit(f"the topic {guess.hex()} was accepted")
    print("guesses shut", flush=True)
    for found in (topic, attached.ready_topic):
        if not is_shut(context, port, server, own, found):
            sys.exit("a topic of another session was accepted")
    print("others' topics shut", flush=True)
    near, reply = attach(context, local, server, friend, session)
    for key in (own, friend):
        for found in (reply.attached.stream_topic, reply.attached.ready_topic):
            if not is_shut(context, port, server, key, found):
                sys.exit("an open topic was accepted")
    print("open topics shut", flush=True)
    socket, _ = connect(context, zmq.SUB, port + 1, server, friend)
    for found in (topic, attached.ready_topic):
        socket.subscribe(found)
    with open(path, "wb") as record:
        for count in range(1, sys.maxsize):
            record.write(b"".join(socket.recv_multipart()))
            record.flush()
            print("heard", count, flush=True)
    held.close()
    near.close()


main(int(sys.argv[1]), key(sys.argv[2]), secret(sys.argv[3]), secret(sys.argv[4]), *sys.argv[5:])
