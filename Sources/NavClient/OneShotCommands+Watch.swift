package import NavViewer
package import NavWire

/// Watching a session without a screen.
extension OneShotCommands {
  /// The longest time for which a change of the number of viewers, which no version counts, stays unnoticed.
  private static let longestWait = Duration.seconds(1)

  /// Reports the state of a session, and then each change of it, until the session ends.
  ///
  /// Changes that follow one another quickly may be reported as one. A daemon that is away is waited for.
  ///
  /// - Parameters:
  ///   - name: the session; nil for the only one.
  ///   - report: receives the present state, also where it is the same as before.
  /// - Throws: `.noInput` if there is no such session, or once it has ended.
  package mutating func watch(
    _ name: String?,
    _ report: (Reply.Status) throws(ClientExit) -> Void
  ) throws(ClientExit) {
    var status = try status(of: name)
    // By id, so that a rename does not matter.
    let session = SessionReference.id(status.session.id)
    while true {
      try report(status)
      let wait = Request.Wait(
        session: session,
        condition: .version(status.session.version &+ 1),
        timeout: Self.longestWait
      )
      do throws(ClientExit) {
        let answer = try requester.answer(to: .wait(wait))
        if case .failure(let failure) = answer, failure.code == .noSuchSession {
          throw ClientExit(failure)
        }
        status = try self.status(of: session)
      } catch {
        // The requester has said that navd does not answer.
        guard error.code == .timeout else { throw error }
      }
    }
  }
}
