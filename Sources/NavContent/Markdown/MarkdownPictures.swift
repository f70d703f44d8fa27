import NavBase
import Synchronization

/// Keeps the addresses of pictures in Markdown texts, for an export that can embed them, and for a reader that decodes them.
///
/// Normally a picture becomes its description and address as muted text. While a text is read inside of `kept`, that
/// text also has a link from which the file is found. Such links are never sent to a terminal.
package enum MarkdownPictures {
  /// The file from which a text is read.
  struct Base: Sendable {
    /// The path of the file; empty for a text without a file.
    var file = ""
    /// The directory that must contain all pictures; nil for no restriction.
    var root: String?
    /// Set by the first picture or diagram; nil if nobody asks.
    var mark: Mark?
  }

  /// Whether a text has had a picture or a diagram.
  final class Mark: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
  }

  /// Nil if pictures are not kept.
  @TaskLocal static var base: Base?

  /// Calls a function that reads texts, and keeps their pictures.
  package static func kept<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try $base.with(base ?? Base(), body)
  }

  /// Calls a function that reads texts, keeps their pictures, and sets a mark if there are any.
  static func kept<Value, Failure: Error>(
    markedBy mark: Mark,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try $base.with(Base(mark: mark), body)
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
    guard let base else { return try body() }
    return try $base.with(Base(file: file, root: root, mark: base.mark), body)
  }

  /// Returns the description of a file that is a picture itself; nil unless pictures are kept.
  static func picture(ofFile path: String, title: String) -> StyledText? {
    guard let base else { return nil }
    base.mark?.set()
    let picture = PictureAddress(file: path, alternative: title)
    return StyledText(title, style: TextStyle(role: .muted, link: picture.link))
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
  /// The address of the link around it; empty for none.
  var target: String

  private static let scheme = "nav-picture:"

  /// The picture of a file that has been opened, through any link.
  init(file path: String, alternative: String) {
    (self.path, root, self.alternative, target) = (path, "/", alternative, "")
  }

  /// Resolves the address of a picture in the text that is being read.
  init(
    _ address: String,
    alternative: String,
    target: String? = nil,
    in base: MarkdownPictures.Base
  ) {
    self.alternative = alternative
    self.target = target ?? ""
    guard !base.file.isEmpty, let found = LocalAddress(address, in: base.file) else { return }
    guard let root = base.root else {
      // An address that leads out itself tells its reader where; a link does not.
      path = found.path
      self.root = sharedDirectory(of: base.file.pathBeforeName, with: found.path)
      return
    }
    // Files outside of a book's directory are not read.
    guard found.path.utf8.starts(with: (root + "/").utf8) else { return }
    let name = String(decoding: found.path.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self)
    (path, self.root) = (DocsPath.resolved(name, in: "").map { root + "/" + $0 }, root)
  }

  /// Returns whether a link is an encoded picture.
  static func isKept(_ link: String) -> Bool { link.hasPrefix(scheme) }

  /// Decodes a link; nil for any other link.
  init?(link: String) {
    guard Self.isKept(link) else { return nil }
    let parts = link.dropFirst(Self.scheme.count)
      .split(separator: "\0", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    path = parts[0].isEmpty ? nil : String(parts[0])
    root = String(parts[1])
    target = String(parts[2])
    alternative = String(parts[3])
  }

  var link: String { Self.scheme + (path ?? "") + "\0" + root + "\0" + target + "\0" + alternative }
}

extension PictureAddress {
  /// The size that an author wants for a picture.
  enum Size: Hashable {
    case width(TextPicture.Width)
    /// In pixels, from 1 to `TextPicture.Raster.sideLimit`.
    case height(Int)
  }

  /// The description of the picture, and the size that is written before it in presenterm's notation, `image:width:50%`,
  /// in which all other notations are kept; also `300` and `300px`, and `image:height:300`.
  var described: (text: String, size: Size?) { Self.described(alternative) }

  static func described(_ alternative: String) -> (text: String, size: Size?) {
    let word = alternative.prefix { $0 != " " }
    let parts = word.split(separator: ":", maxSplits: 2)
    guard parts.count == 3, parts[0] == "image", let value = TextPicture.Width(parts[2]) else {
      return (alternative, nil)
    }
    let text = alternative.dropFirst(word.count).trimmingBlanks()
    switch (parts[1], value) {
    case ("width", _), ("w", _): return (text, .width(value))
    case ("height", .pixels(let pixels)), ("h", .pixels(let pixels)): return (text, .height(pixels))
    default: return (alternative, nil)
    }
  }

  /// Whether the background of a slide is the address of a file, and not a colour, a gradient or the data themselves.
  static func isFile(_ background: some StringProtocol) -> Bool {
    let function = background.prefix { $0.isLetter || $0 == "-" }
    let isFunction = !function.isEmpty && background[function.endIndex...].first == "("
    return !isFunction && !background.hasPrefix("data:")
      && background.contains { $0 == "." || $0 == "/" }
  }

  /// Returns a description with a width, else a height, if pictures are kept and it is one.
  static func description(
    _ alternative: String,
    width: String?,
    height: String? = nil
  ) -> String {
    guard MarkdownPictures.base != nil else { return alternative }
    let sizes = [width.map { "image:width:\($0)" }, height.map { "image:height:\($0)" }]
    let size = sizes.compactMap(\.self).first { size in
      !size.contains(" ") && described(size).size != nil
    }
    return size.map { $0 + " " + alternative } ?? alternative
  }
}

extension TextPicture.Width {
  fileprivate init?(_ text: some StringProtocol) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0 else { return nil }
    switch text.dropFirst(digits.count) {
    case "%": self = .percent(min(number, 100))
    case "", "px": self = .pixels(min(number, TextPicture.Raster.sideLimit))
    default: return nil
    }
  }
}
