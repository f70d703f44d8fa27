import Glibc
package import NavViewer
package import NavWire

/// Watching a session without a screen.
extension OneShotCommands {
  /// The longest time for which a change of the number of viewers, which no version counts, stays unnoticed.
  private static let longestWait = Duration.seconds(1)

  /// The pause after a wait that the daemon has refused or not answered.
  private static let pause = useconds_t(1_000_000)

  /// Reports the state of a session, and then each change of it, until the session ends.
  ///
  /// Changes that follow one another quickly may be reported as one. A daemon that is away is waited for.
  ///
  /// - Parameters:
  ///   - name: the session; nil for the only one.
  ///   - report: receives the present state, also if it is the same as before.
  /// - Throws: `.noInput` if there is no such session; `.success` once it has ended.
  package mutating func watch(
    _ name: String?,
    _ report: (Reply.Status) throws(ClientExit) -> Void
  ) throws(ClientExit) {
    var status = try status(of: name)
    while true {
      try report(status)
      do throws(ClientExit) {
        status = try nextStatus(after: status)
      } catch {
        if error.code == .noInput {
          throw ClientExit(.success, "session '\(status.session.name)' has ended")
        }
        // The requester has said that navd does not answer.
        guard error.code == .timeout else { throw error }
      }
    }
  }

  /// Returns the state of a session when it has changed, or after some time.
  private mutating func nextStatus(after status: Reply.Status) throws(ClientExit) -> Reply.Status {
    // By id, so that a rename does not matter.
    let session = SessionReference.id(status.session.id)
    do throws(ClientExit) {
      try awaitChange(of: session, after: status.session.version, atMost: Self.longestWait)
    } catch {
      // At the limit of open waits, the daemon refuses at once, and still tells the state.
      guard error.code == .timeout else { throw error }
      usleep(Self.pause)
    }
    return try self.status(of: session)
  }
}
