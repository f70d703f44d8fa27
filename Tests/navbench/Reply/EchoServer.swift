import ZeroMQ

/// Echoes every request: the cost of a round trip without a daemon.
enum EchoServer {
  /// Serves until a signal ends the process; a line on standard output reports that it listens.
  static func serve(path: String) throws {
    let context = try Context()
    var socket = try Socket(.router, in: context)
    try socket.bind(.ipc(path: path))
    var poller = Poller()
    poller.add(socket, token: 1, events: .readable)
    print("listening")
    while true {
      _ = try poller.wait(timeout: nil)
      while let frames = try socket.receive() { _ = try socket.send(frames) }
    }
  }
}
