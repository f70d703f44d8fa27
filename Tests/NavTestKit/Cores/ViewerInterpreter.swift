package import NavViewer

/// The shell around viewers' cores in tests: the one place where they perform the cores' actions.
///
/// A harness provides the network. A viewer in a test has no terminal, so that its other actions do nothing unless the
/// harness records them.
package protocol ViewerInterpreter: ~Copyable {
  /// A viewer of the harness.
  associatedtype Viewer
  /// The error with which the harness refuses an action; `Never` for one that performs all of them.
  associatedtype Failure: Error

  mutating func send(_ bytes: [UInt8], from viewer: Viewer) throws(Failure)
  mutating func subscribe(_ viewer: Viewer, to topic: [UInt8]) throws(Failure)
  mutating func unsubscribe(_ viewer: Viewer, from topic: [UInt8]) throws(Failure)
  mutating func end(_ viewer: Viewer, with exit: ClientExit) throws(Failure)

  // The terminal.
  mutating func suspend(_ viewer: Viewer) throws(Failure)
  mutating func copy(_ text: String, from viewer: Viewer) throws(Failure)
  mutating func setMouse(_ isOn: Bool, of viewer: Viewer) throws(Failure)
}

extension ViewerInterpreter where Self: ~Copyable {
  /// Performs a viewer's actions in order.
  package mutating func perform(_ actions: [ClientAction], of viewer: Viewer) throws(Failure) {
    for action in actions {
      switch action {
      case .send(let bytes): try send(bytes, from: viewer)
      case .subscribe(let topic): try subscribe(viewer, to: topic)
      case .unsubscribe(let topic): try unsubscribe(viewer, from: topic)
      case .exit(let exit): try end(viewer, with: exit)
      case .suspend: try suspend(viewer)
      case .copy(let text): try copy(text, from: viewer)
      case .setMouse(let isOn): try setMouse(isOn, of: viewer)
      }
    }
  }

  package mutating func suspend(_ viewer: Viewer) throws(Failure) {}
  package mutating func copy(_ text: String, from viewer: Viewer) throws(Failure) {}
  package mutating func setMouse(_ isOn: Bool, of viewer: Viewer) throws(Failure) {}
}
