/// A command of a script, of `navclient send` or of `navd layout`, with its place.
package struct ScriptCommand: Hashable, Sendable {
  package var action: ScriptAction
  /// The command as it was written.
  package let text: String
  /// Nil for a command that stands in no file.
  package let place: ScriptPlace?

  package init(_ action: ScriptAction, text: String, at place: ScriptPlace? = nil) {
    self.action = action
    self.text = text
    self.place = place
  }
}

/// A position in a script.
package struct ScriptPlace: Hashable, Sendable, CustomStringConvertible {
  package let path: String
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int

  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// `file:line:column`, not sanitised.
  package var description: String { "\(path):\(line):\(column)" }
}

/// The action of a command.
package enum ScriptAction: Hashable, Sendable {
  case input(ScriptInput)
  /// Shows content as a session; the paths are absolute or relative to the working directory.
  case open([String])
  /// Waits until a condition holds; nil for the usual time limit.
  case wait(ScriptCondition, within: WaitTimeout?)
  /// Lets a time pass.
  case pause(Duration)
  /// Ends the script unless a condition holds at rest.
  case expect(ScriptCondition)
  /// Writes the screen of a terminal of a size, or of the usual one, into a file.
  case snapshot(String, SnapshotFormat, CellSize?)
  /// Sets the pause after each input.
  case pace(Duration)
  /// Names the place, so that a run can begin there.
  case mark(String)
  /// Prints a text, and has it in recordings.
  case say(String)
}

/// An input of a session: carried out exactly once.
package enum ScriptInput: Hashable, Sendable {
  case command(SessionCommand)
  /// Keys, as if they were typed one after the other.
  case keys([Key])
  /// A press and release.
  case tap(ScriptTarget)
  /// A pan of some cells along one axis, which is released with a velocity in cells per second.
  case drag(ScriptTarget, columns: Int, rows: Int, velocity: Int)
}

/// A place on a screen.
package enum ScriptTarget: Hashable, Sendable {
  case cell(CellPoint)
  /// The first place with these words that answers the input, from the top.
  case words(String)
}

/// A condition of `wait` and `expect`.
package enum ScriptCondition: Hashable, Sendable {
  case settled
  /// The title of the current page.
  case page(String)
  /// A text on the screen, at rest.
  case text(String)
  /// The number of the current page or entry, from 1, and how many there are; nil for any number.
  case place(Int, of: Int?)
  case viewers(Int)
  case version(UInt64)

  /// The most viewers that can be waited for: more than any daemon accepts.
  package static let maximumViewers = 1_000_000
}

/// The forms in which a screen is printed.
package enum SnapshotFormat: String, CaseIterable, Hashable, Sendable {
  case text, ansi, svg, json

  /// Guesses the form by the ending of a file's name, with the form's own name, or `txt`; nil for any other one.
  package init?(ofFileNamed path: String) {
    guard let dot = path.lastIndex(of: "."), path[dot...].allSatisfy({ $0 != "/" }) else {
      return nil
    }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "txt" ? "text" : ending)
  }
}
