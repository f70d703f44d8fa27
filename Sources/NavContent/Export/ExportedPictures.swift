import NavSystem

/// The pictures of an export, each read from its file when it is first needed.
struct ExportedPictures {
  /// The maximum size of an embedded picture, in bytes of its file.
  let sizeLimit: Int
  /// The maximum total size of all embedded pictures, in bytes of their files.
  let limit: Int
  private var used = 0
  /// By path and directory.
  private var read: [[String]: Result<Embedded, Reason>] = [:]
  private var left: [(name: String, reason: Reason)] = []

  private struct Embedded {
    /// A data URL with the whole picture.
    var source: String
    /// The size of the file, in bytes.
    var size: Int
  }

  /// The reason why a picture is not embedded.
  enum Reason: Error, Hashable {
    case elsewhere, linksOut, unreadable, tooLarge, noPicture, tooMany
  }

  init(sizeLimit: Int = ContentExport.pictureBytes, limit: Int) {
    self.sizeLimit = min(sizeLimit, limit)
    self.limit = limit
  }

  /// Returns a picture as a data URL.
  ///
  /// - Parameters:
  ///   - path: the path of its file; nil if it is not a local file.
  ///   - root: the directory that links may not lead out of.
  ///   - name: the name used to report that it can't be embedded.
  /// - Returns: the URL; nil if the picture can't be embedded.
  mutating func source(of path: String?, beneath root: String, named name: String) -> String? {
    let found = path.map { self.found($0, beneath: root) } ?? .failure(.elsewhere)
    switch found {
    case .success(let picture):
      if used + picture.size <= limit {
        used += picture.size
        return picture.source
      }
      left.append((name, .tooMany))
    case .failure(let reason): left.append((name, reason))
    }
    return nil
  }

  private mutating func found(_ path: String, beneath root: String) -> Result<Embedded, Reason> {
    if let known = read[[path, root]] { return known }
    let found = load(path, beneath: root)
    read[[path, root]] = found
    return found
  }

  private func load(_ path: String, beneath root: String) -> Result<Embedded, Reason> {
    do throws(ContentError) {
      let bytes = try RegularFile.read(path: path, limit: sizeLimit, beneath: root)
      guard let type = PictureType(of: bytes) else { return .failure(.noPicture) }
      let source = "data:\(type.rawValue);base64,\(bytes.base64)"
      return .success(Embedded(source: source, size: bytes.count))
    } catch {
      if case .tooLarge = error { return .failure(.tooLarge) }
      if case .linksOut = error { return .failure(.linksOut) }
      return .failure(.unreadable)
    }
  }

  /// A sentence that reports the omitted pictures; nil if there are none.
  var omission: String? {
    guard !left.isEmpty else { return nil }
    let named = left.prefix(Self.namedCount).map { "\($0.name) is \(text(of: $0.reason))" }
    let rest = left.count > named.count ? "; and \(left.count - named.count) more" : ""
    let what = left.count == 1 ? "1 picture is" : "\(left.count) pictures are"
    return "\(what) left out: " + named.joined(separator: "; ") + rest + "."
  }

  /// The number of omitted pictures that are named; the others are only counted.
  private static let namedCount = 8

  private func text(of reason: Reason) -> String {
    switch reason {
    case .elsewhere: "no file here"
    case .linksOut: "behind a link that leads out of the directory"
    case .unreadable: "not there, or can't be read"
    case .tooLarge: "larger than \(byteLimit(sizeLimit))"
    case .noPicture: "no PNG, JPEG, GIF, WebP, AVIF or SVG"
    case .tooMany: "one too many: together they have at most \(byteLimit(limit))"
    }
  }
}

/// The format of a picture; the raw value is its media type.
enum PictureType: String {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"
  case avif = "image/avif"
  case svg = "image/svg+xml"

  /// Whether a terminal can be shown one (`PictureReader`).
  var isShown: Bool { self != .avif }

  /// Detects the format from the first bytes; nil if it is not supported.
  init?(of bytes: [UInt8]) {
    func has(_ text: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0x89]) && has("PNG\r\n", at: 1) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF") && has("WEBP", at: 8) {
      self = .webp
    } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) {
      self = .avif
    } else if Self.isDrawing(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  /// Whether a text starts with an `svg` element, after an XML prolog.
  private static func isDrawing(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.prefix(4_096).drop { mark.contains($0) }
    let text = String(decoding: start, as: UTF8.self)
    guard text.first(where: { !$0.isWhitespace }) == "<", !start.contains(0) else { return false }
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...]
      if rest.hasPrefix("<svg") { return true }
      let end = rest.hasPrefix("<!--") ? "-->" : ">"
      guard rest.hasPrefix("<?") || rest.hasPrefix("<!"), let close = rest.firstRange(of: end)
      else { return false }
      rest = rest[close.upperBound...]
    }
    return false
  }
}
