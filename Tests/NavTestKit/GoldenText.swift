import Foundation

/// Recorded texts in the folder `Golden` beside a test file: a test compares against them, and records them anew when
/// it runs with `NAV_RECORD=1`.
///
/// More than two equal lines in a row are recorded as one line and a count: `* 52 more`.
package struct GoldenText {
  private let directory: URL

  /// - Parameter file: the test's own file.
  package init(besides file: String = #filePath) {
    directory = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Golden")
  }

  /// Compares a text with the recorded text of that name.
  ///
  /// - Throws: the difference, line by line.
  package func check(_ actual: String, name: String) throws {
    let actual = Self.folded(actual)
    let file = directory.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["NAV_RECORD"] == "1" {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(actual.utf8).write(to: file)
      return
    }
    guard let recorded = try? Data(contentsOf: file) else {
      throw GoldenMismatch(name: name, difference: "it was never recorded: run with NAV_RECORD=1")
    }
    if let difference = lineDiff(
      expected: String(decoding: recorded, as: UTF8.self),
      actual: actual
    ) {
      throw GoldenMismatch(name: name, difference: difference)
    }
  }

  private static func folded(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // The text after the last newline is no line.
    let end = lines.removeLast()
    var folded: [String] = []
    while let first = lines.first {
      let run = lines.prefix { $0 == first }
      lines = lines.dropFirst(run.count)
      folded += run.count > 2 ? [String(first), "* \(run.count - 1) more"] : run.map(String.init)
    }
    return (folded + [String(end)]).joined(separator: "\n")
  }
}

/// A text that differs from the recorded one.
package struct GoldenMismatch: Error, CustomStringConvertible {
  package let name: String
  package let difference: String

  package var description: String {
    "Golden/\(name).txt: - recorded, + now (record with NAV_RECORD=1)\n\(difference)"
  }
}
