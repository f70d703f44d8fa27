import NavCommands
import NavInspect
import NavModel
import NavText
package import NavWire

/// The output of `navclient policy`, also a part of `navclient status`.
package enum ControlListing {
  /// Returns one line: `request, ada drives (2 ask: bob, carol)`.
  package static func text(_ control: Reply.ControlStatus) -> String {
    guard control.policy != .open else { return control.policy.word }
    let driver = control.driver.map { "\($0) drives" } ?? "nobody drives"
    let requests = control.requests
    let names = requests.joined(separator: ", ")
    let asking =
      switch requests.count {
      case 0: ""
      case 1: " (\(names) asks)"
      default: " (\(requests.count) ask: \(names))"
      }
    return sanitized("\(control.policy.word), \(driver)\(asking)")
  }

  /// Returns a JSON object with stable keys.
  ///
  /// The keys: `policy`; `driver`, the name of who drives, or null; `held_ms`, how long the driver has had control, and
  /// `idle_ms`, how long the driver has not moved the session, both null if nobody drives; `requests`, the names of
  /// those who ask for control, the first one first.
  package static func json(_ control: Reply.ControlStatus) throws -> String {
    try JSONText.encode(Entry(control))
  }

  struct Entry: Encodable {
    private let control: Reply.ControlStatus

    init(_ control: Reply.ControlStatus) {
      self.control = control
    }

    private enum CodingKeys: String, CodingKey {
      case policy, driver, requests
      case held = "held_ms"
      case idle = "idle_ms"
    }

    // Written by hand, because a nil value must be encoded as null, not left out.
    func encode(to encoder: any Encoder) throws {
      let isDriven = control.driver != nil
      var entry = encoder.container(keyedBy: CodingKeys.self)
      try entry.encode(control.policy.word, forKey: .policy)
      try entry.encode(control.driver, forKey: .driver)
      try entry.encode(isDriven ? control.held.milliseconds : nil, forKey: .held)
      try entry.encode(isDriven ? control.idle.milliseconds : nil, forKey: .idle)
      try entry.encode(control.requests, forKey: .requests)
    }
  }
}
