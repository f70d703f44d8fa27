/// What the client's core asks its shell to do.
package enum ClientAction: Hashable, Sendable {
  /// Send a request's bytes on the input socket.
  case send([UInt8])
  case subscribe([UInt8])
  case unsubscribe([UInt8])
  /// The viewer is done: restore the terminal and go.
  case exit(ClientExit)
  /// Give the terminal back and stop until the shell continues the process.
  case suspend
  /// Give the terminal's clipboard a text of at most `Clipboard.byteLimit` bytes.
  case copy(String)
  /// Take the mouse from the terminal, or give it back.
  case setMouse(Bool)
}

/// How a viewer ends.
package struct ClientExit: Error, Hashable, Sendable {
  package var code: ExitCode
  /// One line for the user, nil where nothing needs saying.
  package var text: String?

  package init(_ code: ExitCode, _ text: String? = nil) {
    self.code = code
    self.text = text
  }
}

/// The exit codes of `navclient` (experience.md: Programs).
package enum ExitCode: Int32, Hashable, Sendable {
  case success = 0
  /// What was sent meant something, and nothing has come of it.
  case noEffect = 1
  case usage = 64
  /// A file was looked through and has mistakes.
  case badData = 65
  case noInput = 66
  case unreachable = 69
  case timeout = 75
  case protocolMismatch = 76
  case notPermitted = 77
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case terminated = 143
}
