/// The pictures of an export, each read from its file when it is needed.
struct ExportedPictures {
  /// The largest picture that is embedded, in bytes of its file.
  let sizeLimit: Int
  /// The bytes of the files of all pictures together.
  let limit: Int
  private var used = 0
  private var read: [String: Result<Embedded, Reason>] = [:]
  private var left: [(name: String, reason: Reason)] = []

  private struct Embedded {
    /// The address that has all of it.
    var source: String
    /// The bytes of its file.
    var size: Int
  }

  /// Why a picture is not embedded.
  enum Reason: Error, Hashable {
    case elsewhere, unreadable, tooLarge, noPicture, tooMany
  }

  init(sizeLimit: Int = ContentExport.pictureBytes, limit: Int) {
    self.sizeLimit = min(sizeLimit, limit)
    self.limit = limit
  }

  /// A picture as an address that needs no file.
  ///
  /// - Parameters:
  ///   - path: of its file; nil for one that is in no file here.
  ///   - name: what it is called where it can't be embedded.
  /// - Returns: nil where it can't be.
  mutating func source(of path: String?, named name: String) -> String? {
    let found = path.map { self.found($0) } ?? .failure(.elsewhere)
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

  private mutating func found(_ path: String) -> Result<Embedded, Reason> {
    if let known = read[path] { return known }
    let found = load(path)
    read[path] = found
    return found
  }

  private func load(_ path: String) -> Result<Embedded, Reason> {
    do throws(ContentError) {
      let bytes = try RegularFile.read(path: path, limit: sizeLimit)
      guard let type = PictureType(of: bytes) else { return .failure(.noPicture) }
      let source = "data:\(type.rawValue);base64,\(bytes.base64)"
      return .success(Embedded(source: source, size: bytes.count))
    } catch {
      if case .tooLarge = error { return .failure(.tooLarge) }
      return .failure(.unreadable)
    }
  }

  /// What is left out, in a sentence; nil for nothing.
  var omission: String? {
    guard !left.isEmpty else { return nil }
    let named = left.prefix(Self.namedCount).map { "\($0.name) is \(text(of: $0.reason))" }
    let rest = left.count > named.count ? "; and \(left.count - named.count) more" : ""
    let what = left.count == 1 ? "1 picture is" : "\(left.count) pictures are"
    return "\(what) left out: " + named.joined(separator: "; ") + rest + "."
  }

  /// Further pictures that are left out are only counted.
  private static let namedCount = 8

  private func text(of reason: Reason) -> String {
    switch reason {
    case .elsewhere: "no file here"
    case .unreadable: "not there, or can't be read"
    case .tooLarge: "larger than \(byteLimit(sizeLimit))"
    case .noPicture: "no PNG, JPEG, GIF, WebP, AVIF or SVG"
    case .tooMany: "one too many: together they have at most \(byteLimit(limit))"
    }
  }
}

/// What a picture is written in; the raw value is its media type.
enum PictureType: String {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"
  case avif = "image/avif"
  case svg = "image/svg+xml"

  /// By the first bytes, whatever the file is called; nil for none of them.
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

  /// Whether a text begins with an element `svg`, behind what XML may have before it.
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
