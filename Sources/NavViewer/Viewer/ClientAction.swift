import NavBase
package import NavWire

/// An action that the client's core requests from the loop around it.
package enum ClientAction: Hashable, Sendable {
  /// Send a request's bytes on the input socket.
  case send([UInt8])
  case subscribe([UInt8])
  case unsubscribe([UInt8])
  /// End the viewer: restore the terminal and exit.
  case exit(ClientExit)
  /// Restore the terminal and stop until the user's shell continues the process.
  case suspend
  /// Set the terminal's clipboard to a text of at most `Clipboard.byteLimit` bytes.
  case copy(String)
  /// Turn mouse reports on or off.
  case setMouse(Bool)
}

/// The result with which a viewer or a command ends.
package struct ClientExit: Error, Hashable, Sendable {
  package var code: ExitCode
  /// One line for the user; nil if there is nothing to say.
  package var text: String?

  package init(_ code: ExitCode, _ text: String? = nil) {
    self.code = code
    self.text = text
  }

  /// The result at the end of a session.
  ///
  /// - Parameters:
  ///   - session: its name.
  ///   - reason: the daemon's explanation; empty for none.
  /// - Returns: a success with one line, whatever the daemon has sent.
  package static func ended(_ session: String, _ reason: String = "") -> ClientExit {
    let text = "session '\(session)' has ended" + (reason.isEmpty ? "" : ": \(reason)")
    return ClientExit(.success, sanitized(text))
  }
}

/// The exit codes of `navclient`.
package enum ExitCode: Int32, Hashable, Sendable {
  case success = 0
  /// An operation was valid, but changed nothing, or what it looks for is not there.
  case noEffect = 1
  case usage = 64
  /// A checked file has mistakes.
  case badData = 65
  case noInput = 66
  case unreachable = 69
  /// The output can't be written; `Console` ends a program with this code, too.
  case unwritten = 74
  case timeout = 75
  case protocolMismatch = 76
  case notPermitted = 77
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case terminated = 143
}

extension Reply {
  /// A warning for the user if a change may be lost; nil if it is durable.
  package var warning: String? {
    isDurable ? nil : "not saved: navd can't write its state (see its log)"
  }
}

extension Reply.Failure {
  /// The message for the user: one line, whatever the daemon has sent.
  package var explanation: String {
    guard code == .preconditionFailed else { return sanitized(text) }
    let place = "the session is at version \(found.version)"
    return sanitized(
      "nothing was done: " + (found.top.isEmpty ? place : "\(place), page \(found.top)")
    )
  }
}
