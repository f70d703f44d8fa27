import NavBase

/// A fault in a configuration or theme file, with its position.
package struct ConfigurationFault: Error, Hashable, Sendable {
  /// The seriousness of a fault.
  package enum Weight: Hashable, Sendable {
    /// An unknown table or key; a reader may ignore it.
    case strangeName
    /// An invalid value, or text that is not TOML.
    case wrong
  }

  package private(set) var weight: Weight
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
  /// A message that says what is wrong and what to do.
  package let problem: String
  /// The text of the line, sanitised and truncated.
  package let excerpt: String

  /// The maximum width of the excerpt, in columns.
  private static let excerptColumns = 60
  /// The number of characters of the line from which the excerpt is made.
  private static let excerptCharacters = 400

  /// - Parameters:
  ///   - position: the position of the fault.
  ///   - problem: a message that says what is wrong and what to do.
  ///   - weight: how serious the fault is.
  ///   - lines: all lines of the file.
  init(
    at position: KeyPositions.Position,
    _ problem: String,
    weight: Weight = .wrong,
    in lines: [Substring]
  ) {
    self.weight = weight
    line = position.line
    column = position.column
    // A parser's message may quote the file.
    self.problem = sanitized(problem)
    let whole = lines.indices.contains(line - 1) ? lines[line - 1] : ""
    let text = whole.drop { $0 == " " || $0 == "\t" }.prefix(Self.excerptCharacters)
    excerpt = sanitized(String(text)).truncated(toColumns: Self.excerptColumns)
  }
}

extension ConfigurationFault {
  /// The same fault with weight ``Weight/wrong``, for a reader that can't ignore unknown names.
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

/// The faults of a configuration file, in order of their position.
package struct ConfigurationFaults: Error, Hashable, Sendable {
  package let faults: [ConfigurationFault]

  /// The maximum number of reported faults per file.
  package static let most = 10

  /// Sorts the faults by position and keeps the first ``most``.
  package init(_ faults: [ConfigurationFault]) {
    self.faults = Array(
      faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.prefix(Self.most)
    )
  }

  /// Returns a line for each fault, starting with the file's path.
  package func lines(in path: String) -> [String] {
    faults.map { "\(sanitized(path)):\($0)" }
  }
}
