/// Keeps the addresses of pictures in Markdown texts, for an export that can embed them.
///
/// Normally a picture becomes its description and address as muted text. While a text is read inside of `kept`, that
/// text also has a link from which an export finds the file. Such links are never sent to a terminal.
package enum MarkdownPictures {
  /// The file from which a text is read.
  struct Base: Hashable, Sendable {
    /// The path of the file; empty for a text without a file.
    var file = ""
    /// The directory that must contain all pictures; nil for no restriction.
    var root: String?
  }

  /// Nil if pictures are not kept.
  @TaskLocal static var base: Base?

  /// Calls a function that reads texts, and keeps their pictures.
  package static func kept<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try with(base ?? Base(), body)
  }

  /// Calls a function that reads a file, to which the paths of its pictures are relative; has no other effect unless
  /// pictures are kept.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - root: the directory that must contain all pictures; nil for no restriction.
  ///   - body: reads the text.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  static func of<Value, Failure: Error>(
    _ file: String,
    within root: String? = nil,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard base != nil else { return try body() }
    return try with(Base(file: file, root: root), body)
  }

  private static func with<Value, Failure: Error>(
    _ base: Base,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try $base.withValue(base) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }
}

/// A picture of a Markdown text, encoded as a link of its description.
struct PictureAddress: Hashable {
  /// The path of its file; nil if it is not a local file.
  var path: String?
  /// The directory that links may not lead out of; empty without a file.
  var root = ""
  /// The description of the picture.
  var alternative: String

  private static let scheme = "nav-picture:"

  /// Resolves the address of a picture in the text that is being read.
  init(_ address: String, alternative: String, in base: MarkdownPictures.Base) {
    self.alternative = alternative
    guard !base.file.isEmpty, let found = LocalAddress(address, in: base.file) else { return }
    guard let root = base.root else {
      // An address that leads out itself tells its reader where; a link does not.
      let directory = base.file.lastIndex(of: "/").map { String(base.file[...$0]) } ?? ""
      (path, self.root) = (found.path, sharedDirectory(of: directory, with: found.path))
      return
    }
    // Files outside of a book's directory are not read.
    guard found.path.utf8.starts(with: (root + "/").utf8) else { return }
    let name = String(decoding: found.path.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self)
    (path, self.root) = (DocsPath.resolved(name, in: "").map { root + "/" + $0 }, root)
  }

  /// Decodes a link; nil for any other link.
  init?(link: String) {
    guard link.hasPrefix(Self.scheme) else { return nil }
    let parts = link.dropFirst(Self.scheme.count)
      .split(separator: "\0", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    path = parts[0].isEmpty ? nil : String(parts[0])
    root = String(parts[1])
    alternative = String(parts[2])
  }

  var link: String { Self.scheme + (path ?? "") + "\0" + root + "\0" + alternative }
}
