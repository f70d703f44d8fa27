/// The kind of the verbatim lines of a document, which decides about line numbers.
package enum FileLines: Hashable, Sendable {
  /// Lines that are not numbered, or none.
  case none
  /// Lines of a text file: numbered only on request.
  case text
  /// Lines of a source or settings file: numbered unless turned off.
  case code

  /// Returns whether the lines are shown with numbers.
  ///
  /// - Parameter setting: the user's setting; nil for the default.
  /// - Returns: always false for `none`.
  package func areNumbered(by setting: Bool?) -> Bool {
    self != .none && setting ?? (self == .code)
  }
}
