/// The scope of a find: a directory, a book, or a document.
package struct FindScope: Hashable, Sendable {
  /// The source that reads it.
  package let source: PageSource
  /// The path of the directory.
  package let path: [UInt8]
  /// The keys of the entries that lead there from the root of the stack.
  package let keys: [[UInt8]]

  package init(source: PageSource, path: [UInt8], keys: [[UInt8]]) {
    self.source = source
    self.path = path
    self.keys = keys
  }
}
