package import NavBase
package import NavScene

/// One step of a preview.
package struct PreviewStep: Hashable, Sendable {
  /// The step as it was written.
  package let text: String
  package let action: Action

  package enum Action: Hashable, Sendable {
    case command(SessionCommand)
    case keys([Key])
    /// A press and release on a cell.
    case tap(CellPoint)
    /// A pan that begins at a cell, moves along an axis and is released with a velocity in cells per second.
    case drag(from: CellPoint, PanAxis, cells: Int, velocity: Double)
    /// Waits until all motions have ended; with a duration, for that time only.
    case wait(Duration?)
  }

  package init(text: String, _ action: Action) {
    self.text = text
    self.action = action
  }

  /// Whether it only lets time pass.
  var isWait: Bool {
    if case .wait = action { true } else { false }
  }
}

/// An error that prevents a preview, with its exit code.
package struct PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Int32, Hashable, Sendable {
    case usage = 64
    case noInput = 66
    case notPermitted = 77
  }

  package let code: Code
  /// The error and a remedy, on one line.
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
