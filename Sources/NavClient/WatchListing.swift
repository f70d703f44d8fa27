import NavCommands
import NavInspect
import NavModel
package import NavWire

/// The output of `navclient watch`: a JSON object for each change.
package enum WatchListing {
  /// Returns a JSON object with stable keys, on one line.
  ///
  /// The keys: `session`, its name; `version`; `page` and `pages`, the number of the current page, from 1, and of all;
  /// `title` of that page; `top`, its name for `--if-top`; `viewers`, their number; `policy`; `driver`, the name of who
  /// drives, or null; `requests`, the names of those who ask for control, the first one first; `durable`, whether
  /// changes survive the end of the daemon. An object without a change would be equal to the one before.
  package static func json(_ status: Reply.Status) throws -> String {
    try JSONText.encode(Entry(status))
  }

  private struct Entry: Encodable {
    let status: Reply.Status

    init(_ status: Reply.Status) {
      self.status = status
    }

    private enum CodingKeys: String, CodingKey {
      case session, version, page, pages, title, top, viewers, policy, driver, requests, durable
    }

    // Written by hand, because a nil value must be encoded as null, not left out.
    func encode(to encoder: any Encoder) throws {
      let (session, control) = (status.session, status.control)
      var entry = encoder.container(keyedBy: CodingKeys.self)
      try entry.encode(session.name, forKey: .session)
      try entry.encode(session.version, forKey: .version)
      try entry.encode(session.page, forKey: .page)
      try entry.encode(session.pages, forKey: .pages)
      try entry.encode(session.title, forKey: .title)
      try entry.encode(session.top, forKey: .top)
      try entry.encode(session.viewers, forKey: .viewers)
      try entry.encode(control.policy.word, forKey: .policy)
      try entry.encode(control.driver, forKey: .driver)
      try entry.encode(control.requests, forKey: .requests)
      try entry.encode(status.isDurable, forKey: .durable)
    }
  }
}
