/// The memory that content may take while it is read.
///
/// A text takes several times its size while it is parsed, so a reader first compares its size with what is left. The
/// budget is in force inside of `use`; without one, everything up to the limits of file sizes is read.
package enum ReadingBudget {
  /// The bytes that may be taken; nil for no limit.
  @TaskLocal private static var left: Int?

  /// The most bytes of a syntax tree: `treeAllowance`, and `treeFactor` for each byte of its text.
  ///
  /// Prose takes about 10 for each byte. A text that needs more, such as millions of empty list items, is not read.
  static let treeFactor = 32
  static let treeAllowance = 64 << 20
  /// The bytes that a text takes besides its syntax tree, for each of its bytes: the text, and what is made of it.
  static let textFactor = 6

  /// Runs `body` with a number of bytes.
  package static func use<Result, Failure: Error>(
    _ bytes: Int,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The closure returns a `Result`, since `withValue` erases the error type.
    let outcome = $left.withValue(bytes) { Swift.Result { () throws(Failure) in try body() } }
    return try outcome.get()
  }

  /// Whether a text of a size may be parsed.
  static func allows(bytes: Int) -> Bool { left.map { bytes * textFactor < $0 } ?? true }

  /// Returns the bytes that the syntax tree of a text may take.
  static func forTree(ofBytes bytes: Int) -> Int {
    let most = treeAllowance + bytes * treeFactor
    return left.map { max(0, min(most, $0 - bytes * textFactor)) } ?? most
  }
}
