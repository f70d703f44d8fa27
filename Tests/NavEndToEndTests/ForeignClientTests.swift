import Foundation
import Testing

/// A client that shares no code with navd: Python's plain REQ socket, and bytes written by hand.
@Suite(.waiting) struct ForeignClientTests {
  /// Sends Request { request_id: 7, list_sessions: {} }, then prints each relevant field of the
  /// reply.
  private static let script = """
    import json, sys, zmq

    def number(data, at):
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return value, at

    def fields(data):
        at, found = 0, []
        while at < len(data):
            key, at = number(data, at)
            value, at = number(data, at)
            if key & 7 == 2:
                at, value = at + value, data[at:at + value]
            elif key & 7 != 0:
                sys.exit(5)
            found.append((key >> 3, value))
        return found

    socket = zmq.Context().socket(zmq.REQ)
    socket.setsockopt(zmq.LINGER, 0)
    socket.connect("ipc://" + sys.argv[1])
    for attempt in range(2):
        socket.send(bytes([0x08, 0x07, 0x82, 0x01, 0x00]))
        if not socket.poll(20000):
            sys.exit(3)
        reply = fields(socket.recv())
    sessions = []
    for key, value in fields(dict(reply)[13]):
        session = dict(fields(value))
        sessions.append([session[1].decode(), session[5], session[6]])
    print(json.dumps({"id": dict(reply)[1], "sessions": sessions}))
    """

  private struct Answer: Decodable, Equatable {
    var id: Int
    var sessions: [Session]

    struct Session: Decodable, Equatable {
      var name: String
      var page: Int
      var pages: Int

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        name = try values.decode(String.self)
        page = try values.decode(Int.self)
        pages = try values.decode(Int.self)
      }
    }
  }

  @Test func aPlainRequestSocketIsAValidClient() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let probe = try sandbox.run(Programs.python, ["-c", "import zmq"])
    try #require(probe.code == 0, "Python has no zmq: apt-get install python3-zmq")
    let path = try Deck.short.write(in: sandbox)
    for name in ["one", "two"] {
      try sandbox.succeed("new", "-s", name, "--open", path)
    }
    try sandbox.succeed("send", "-s", "two", "next")

    let outcome = try sandbox.run(
      Programs.python,
      ["-c", Self.script, "\(sandbox.socketDirectory)/input"],
      // A sanitizer's settings are for navd's programs only.
      environment: ["ASAN_OPTIONS": "", "TSAN_OPTIONS": ""]
    )
    try #require(outcome.code == 0, "\(outcome)")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    #expect(answer.id == 7)
    #expect(answer.sessions.map(\.name) == ["one", "two"])
    #expect(answer.sessions.map(\.page) == [1, 2])
    #expect(answer.sessions.map(\.pages) == [8, 8])
    #expect(daemon.isRunning)
  }
}
