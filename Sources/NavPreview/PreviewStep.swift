package import NavCommands
package import NavGeometry

/// One thing that is done to a session that is tried out.
package struct PreviewStep: Hashable, Sendable {
  /// As it was written.
  package let text: String
  package let action: Action

  package enum Action: Hashable, Sendable {
    case command(SessionCommand)
    case keys([Key])
    /// A press and release on a cell.
    case tap(CellPoint)
    /// A finger that comes down on a cell, goes along an axis and leaves with a velocity in cells a second.
    case drag(from: CellPoint, PanAxis, cells: Int, velocity: Double)
    /// What moves comes to rest; with a duration: only so much time passes before the next step.
    case wait(Duration?)
  }

  package init(text: String, _ action: Action) {
    self.text = text
    self.action = action
  }

  /// Whether only time passes.
  var isWait: Bool {
    if case .wait = action { true } else { false }
  }
}

/// Why a scene can't be tried out as asked.
package struct PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Int32, Hashable, Sendable {
    case usage = 64
    case noInput = 66
    case notPermitted = 77
  }

  package let code: Code
  /// What happened and what to do, on one line.
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
