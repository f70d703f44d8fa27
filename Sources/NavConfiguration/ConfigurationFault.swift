import NavText

/// What is wrong in a configuration or theme file, and where.
package struct ConfigurationFault: Error, Hashable, Sendable {
  /// How much of the file a fault takes with it.
  package enum Weight: Hashable, Sendable {
    /// A name that nobody knows: whoever can do without it goes on.
    case strangeName
    /// A value that is none, or a text that is no TOML.
    case wrong
  }

  package private(set) var weight: Weight
  /// From 1.
  package let line: Int
  /// In characters of Unicode, from 1.
  package let column: Int
  /// What is the case and what to do, for people.
  package let problem: String
  /// The line, sanitised and cut.
  package let excerpt: String

  /// The most columns of the line that are shown.
  private static let excerptColumns = 60
  /// The most characters of it that are looked at.
  private static let excerptCharacters = 400

  /// - Parameters:
  ///   - position: where it is.
  ///   - problem: what is the case and what to do.
  ///   - weight: what it takes with it.
  ///   - lines: those of the file.
  init(
    at position: KeyPositions.Position,
    _ problem: String,
    weight: Weight = .wrong,
    in lines: [Substring]
  ) {
    self.weight = weight
    line = position.line
    column = position.column
    // A parser's complaint may cite the file.
    self.problem = sanitized(problem)
    let whole = lines.indices.contains(line - 1) ? lines[line - 1] : ""
    let text = whole.drop { $0 == " " || $0 == "\t" }.prefix(Self.excerptCharacters)
    excerpt = sanitized(String(text)).truncated(toColumns: Self.excerptColumns)
  }
}

extension ConfigurationFault {
  /// The same, where nobody can do without what it takes with it.
  package var asWrong: ConfigurationFault {
    var fault = self
    fault.weight = .wrong
    return fault
  }
}

extension ConfigurationFault: CustomStringConvertible {
  /// `line:column: problem, in "line"`.
  package var description: String {
    "\(line):\(column): \(problem)" + (excerpt.isEmpty ? "" : ", in \"\(excerpt)\"")
  }
}

/// All that is wrong in a configuration file, in its order.
package struct ConfigurationFaults: Error, Hashable, Sendable {
  package let faults: [ConfigurationFault]

  /// The most that is said about one file.
  package static let most = 10

  /// Puts them into the file's order, and leaves out more than people read.
  package init(_ faults: [ConfigurationFault]) {
    self.faults = Array(
      faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.prefix(Self.most)
    )
  }

  /// Each as a line that begins with the file's name.
  package func lines(in path: String) -> [String] {
    faults.map { "\(sanitized(path)):\($0)" }
  }
}
