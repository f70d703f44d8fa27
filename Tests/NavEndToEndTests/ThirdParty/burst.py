"""Sends requests at once, reads their answers when all are handled, and says how many were answered and how many dropped.

burst.py INPUT COUNT
"""

import sys

import zmq

from navd.v1 import input_pb2

METRICS = (
    'navd_requests_total{kind="list_sessions"}',
    'navd_refusals_total{code="slow_down"}',
    'navd_replies_dropped_total{cause="unread"}',
)


def connect(context, path):
    socket = context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.SNDHWM, 0)
    socket.connect(f"ipc://{path}")
    return socket


def figures(socket):
    request = input_pb2.Request(request_id=1)
    request.get_metrics.SetInParent()
    socket.send_multipart([b"", request.SerializeToString()])
    text = input_pb2.Reply.FromString(socket.recv_multipart()[-1]).metrics.text
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return [int(values.get(name, 0)) for name in METRICS]


def main(path, count):
    context = zmq.Context()
    observer, sender = connect(context, path), connect(context, path)
    before = figures(observer)
    request = input_pb2.Request(request_id=1)
    request.list_sessions.SetInParent()
    for _ in range(count):
        sender.send_multipart([b"", request.SerializeToString()])
    handled = 0
    while handled < count:
        now = figures(observer)
        handled = now[0] - before[0] + now[1] - before[1]
    answered = dropped = 0
    while answered + dropped < count:
        if sender.poll(100):
            sender.recv_multipart()
            answered += 1
        else:
            dropped = figures(observer)[2] - before[2]
    print("answered", answered, "dropped", dropped, flush=True)


main(sys.argv[1], int(sys.argv[2]))
