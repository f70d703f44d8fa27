package import NavBase
package import NavViewer
package import NavWire

/// Questions to the speaker, and the timer, on behalf of scripts (proto/README.md: Speaker's view).
extension OneShotCommands {
  /// Sends a request about the talk of a session.
  ///
  /// - Parameters:
  ///   - action: the question or the change.
  ///   - session: the session; nil for the only one.
  ///   - name: the name of who asks; nil for the user's own.
  /// - Returns: a warning for the user; nil if there is none.
  /// - Throws: the daemon's refusal, or `.timeout`.
  package mutating func talk(
    _ action: Request.Talk.Action,
    in session: String?,
    as name: ViewerName? = nil
  ) throws(ClientExit) -> String? {
    let talk = Request.Talk(
      session: .name(try self.session(session)),
      action,
      name: name ?? ViewerName.ofThisUser
    )
    return try requester.operate(.talk(talk)).warning
  }
}
