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
  /// The description of the picture.
  var alternative: String

  private static let scheme = "nav-picture:"

  init(path: String?, alternative: String) {
    self.path = path
    self.alternative = alternative
  }

  /// Resolves the address of a picture in the text that is being read.
  init(_ address: String, alternative: String, in base: MarkdownPictures.Base) {
    self.alternative = alternative
    guard !base.file.isEmpty, let found = LocalAddress(address, in: base.file) else { return }
    path = found.path
    // An address that leads out itself tells its reader where; a link does not.
    let below = base.file.lastIndex(of: "/").map { base.file[...$0].utf8.count } ?? 0
    let place = String(decoding: found.path.utf8.dropFirst(below), as: UTF8.self)
    let directory = base.root ?? base.file.lastIndex(of: "/").map { String(base.file[..<$0]) } ?? ""
    if !address.hasPrefix("/"), base.root != nil || DocsPath.resolved(place, in: "") != nil,
      linksLead(from: found.path, outOf: directory)
    {
      path = nil
      return
    }
    // Files outside of a book's directory are not read.
    guard let root = base.root else { return }
    let name = found.path.hasPrefix(root + "/") ? String(found.path.dropFirst(root.utf8.count)) : ""
    path = DocsPath.resolved(String(name.dropFirst()), in: "").map { root + "/" + $0 }
    if name.isEmpty { path = nil }
  }

  /// Decodes a link; nil for any other link.
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
