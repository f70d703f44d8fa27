import NavBase
package import NavWire

extension Reply {
  /// A warning for the user if a change may be lost; nil if it is durable.
  package var warning: String? {
    isDurable ? nil : "not saved: navd can't write its state (see its log)"
  }
}

extension Reply.Failure {
  /// The message for a command's user.
  package var explanation: String {
    guard code == .preconditionFailed else { return text }
    let page = sanitized(found.top)
    let place = "the session is at version \(found.version)"
    return "nothing was done: " + (page.isEmpty ? place : "\(place), page \(page)")
  }
}
