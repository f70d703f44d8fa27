import NavSystem
package import NavWire

/// The output of `navclient watch`: a JSON object for each change.
package enum WatchListing {
  /// Returns a JSON object with stable keys, on one line.
  ///
  /// The keys of `SessionListing.json`, and: `durable`, whether changes survive the end of the daemon; `control`, the
  /// object of `ControlListing.json` without the times `held_ms` and `idle_ms`. So objects of equal states are equal.
  package static func json(_ status: Reply.Status) throws -> String {
    try JSONText.encode(JoinedObject(SessionKeys(status.session), Details(status)))
  }

  /// The keys besides those of the session.
  private struct Details: Encodable {
    let durable: Bool
    let control: ControlListing.State

    init(_ status: Reply.Status) {
      durable = status.isDurable
      control = ControlListing.State(status.control)
    }
  }
}
