/// What the lines of a document are that are shown as they are.
package enum FileLines: Hashable, Sendable {
  /// Nothing that is counted.
  case none
  /// A file's.
  case text
  /// A file's in a language of programs or of settings: they have numbers unless somebody wants none.
  case code

  /// Whether they are shown with numbers.
  ///
  /// - Parameter setting: what somebody wants; nil for nothing.
  /// - Returns: false for what is no file, whatever is wanted.
  package func areNumbered(by setting: Bool?) -> Bool {
    self != .none && setting ?? (self == .code)
  }
}
