import NavText
package import NavWire

extension Reply {
  /// What is to be said to the user who changed something that may not last; nil where it does.
  package var warning: String? {
    isDurable ? nil : "not saved: navd can't write its state (see its log)"
  }
}

extension Reply.Failure {
  /// What is said to the user of a command.
  package var explanation: String {
    guard code == .preconditionFailed else { return text }
    let page = sanitized(found.top)
    let place = "the session is at version \(found.version)"
    return "nothing was done: " + (page.isEmpty ? place : "\(place), page \(page)")
  }
}
