import NavBase
import NavSystem
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
    try JSONText.encode(object(control))
  }

  /// Returns the object of `json`.
  static func object(_ control: Reply.ControlStatus) -> JoinedObject<State, Times> {
    JoinedObject(State(control), Times(control))
  }

  /// The keys whose values change only when control does.
  struct State: Encodable {
    private let policy: String
    @OrNull private var driver: String?
    private let requests: [String]

    init(_ control: Reply.ControlStatus) {
      policy = control.policy.word
      driver = control.driver
      requests = control.requests
    }
  }

  /// The keys whose values grow with time.
  struct Times: Encodable {
    @OrNull private var held: Int64?
    @OrNull private var idle: Int64?

    init(_ control: Reply.ControlStatus) {
      let isDriven = control.driver != nil
      held = isDriven ? control.held.milliseconds : nil
      idle = isDriven ? control.idle.milliseconds : nil
    }

    private enum CodingKeys: String, CodingKey {
      case held = "held_ms"
      case idle = "idle_ms"
    }
  }
}
