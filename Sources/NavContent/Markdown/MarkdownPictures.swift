/// The pictures of Markdown texts, for who can show them.
///
/// A picture usually is its description and its address, as muted text. While a text is read inside of `kept`, that
/// text has a link besides, by which an export finds the file. No terminal is given such a link.
package enum MarkdownPictures {
  /// The file that a text is read from.
  struct Base: Hashable, Sendable {
    /// Its path; empty for a text that is in no file.
    var file = ""
    /// The directory that no picture may be outside of; nil where any may be embedded.
    var root: String?
  }

  /// Nil where nobody asks for pictures.
  @TaskLocal static var base: Base?

  /// Reads with pictures.
  package static func kept<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try with(base ?? Base(), body)
  }

  /// Reads the text of a file, which its pictures are relative to; where nobody asks for pictures, that changes nothing.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - root: the directory that no picture may be outside of.
  ///   - body: reads the text.
  /// - Returns: what the body does.
  /// - Throws: what the body does.
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

/// A picture of a Markdown text, as a link of the text that describes it.
struct PictureAddress: Hashable {
  /// The path of its file; nil for a picture that is in no file here.
  var path: String?
  /// What describes it.
  var alternative: String

  private static let scheme = "nav-picture:"

  init(path: String?, alternative: String) {
    self.path = path
    self.alternative = alternative
  }

  /// The address of a picture in the text that is read now.
  init(_ address: String, alternative: String, in base: MarkdownPictures.Base) {
    self.alternative = alternative
    guard !base.file.isEmpty, let found = LocalAddress(address, in: base.file) else { return }
    path = found.path
    // As a book has it: nothing outside of its directory is read.
    guard let root = base.root else { return }
    let name = found.path.hasPrefix(root + "/") ? String(found.path.dropFirst(root.utf8.count)) : ""
    path = BookPath.resolved(String(name.dropFirst()), in: "").map { root + "/" + $0 }
    if name.isEmpty { path = nil }
  }

  /// What a link says; nil for any other link.
  init?(link: String) {
    guard link.hasPrefix(Self.scheme) else { return nil }
    let parts = link.dropFirst(Self.scheme.count)
      .split(separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    path = parts[0].isEmpty ? nil : String(parts[0])
    alternative = String(parts[1])
  }

  var link: String { Self.scheme + (path ?? "") + "\0" + alternative }
}
