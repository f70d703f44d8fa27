import NavText

/// A JSON or YAML document, read value by value as it is looked at.
///
/// Somebody calls `readOn` on a thread of their own until there is no more; pages can be asked for at any time, on
/// any thread, and show as much as is read.
package final class OutlineDocument: Sendable {
  /// What a document is written in.
  package enum Format: Hashable, Sendable {
    case json
    /// A JSON text in each line.
    case lines
    case yaml

    /// By the end of a file's name; nil for one that says nothing.
    package init?(name: String) {
      switch name.split(separator: ".").last?.lowercased() {
      case "json", "geojson", "ipynb": self = .json
      case "jsonl", "ndjson": self = .lines
      case "yaml", "yml": self = .yaml
      default: return nil
      }
    }

    /// By what a text says that has no name: JSON begins with a brace or a bracket, anything else is YAML.
    ///
    /// Where the first line ends as it begins and the next one begins so too, there is a JSON text in each line.
    package init(guessing bytes: [UInt8]) {
      let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
      let isOpening: (UInt8?) -> Bool = { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = (bytes.starts(with: mark) ? bytes[3...] : bytes[...]).drop(while: isBlank)
      guard isOpening(text.first) else {
        self = .yaml
        return
      }
      let line = text.prefix { $0 != 0x0A }
      let last = line.last { !isBlank($0) }
      let closing = text.first == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      let next = text[line.endIndex...].first { !isBlank($0) }
      self = last == closing && isOpening(next) ? .lines : .json
    }
  }

  private enum Pages: Sendable {
    case json(OutlinePages<JSONOutline>)
    case yaml(OutlinePages<YAMLOutline>)
  }

  private let pages: Pages

  /// Opens a file; what it says is not read yet.
  ///
  /// What has no name that tells its format is taken for JSON.
  package convenience init(
    path: String,
    limits: OutlineLimits = OutlineLimits()
  ) throws(ContentError) {
    let format = Format(name: path) ?? .json
    let bytes = try OutlineBytes(path: path)
    if format == .yaml, bytes.count > limits.yamlBytes {
      throw .tooLarge(path: path, limit: limits.yamlBytes)
    }
    let name = Slide.titleLine(
      of: sanitized(path.split(separator: "/").last.map(String.init) ?? path)
    )
    self.init(bytes, format: format, name: name ?? "outline", limits: limits)
  }

  /// A document that is in memory.
  package convenience init(
    _ bytes: [UInt8],
    format: Format,
    name: String = "outline",
    limits: OutlineLimits = OutlineLimits()
  ) {
    self.init(OutlineBytes(bytes), format: format, name: name, limits: limits)
  }

  private init(_ bytes: OutlineBytes, format: Format, name: String, limits: OutlineLimits) {
    switch format {
    case .json, .lines:
      let source = JSONOutline(bytes, isLines: format == .lines, limits: limits)
      pages = .json(OutlinePages(source, name: name, limits: limits))
    case .yaml:
      pages = .yaml(OutlinePages(YAMLOutline(bytes, limits: limits), name: name, limits: limits))
    }
  }

  package var progress: OutlineProgress {
    switch pages {
    case .json(let pages): pages.source.progress
    case .yaml(let pages): pages.source.progress
    }
  }

  /// Reads on for some milliseconds.
  ///
  /// - Returns: whether there is more to read.
  package func readOn() -> Bool {
    switch pages {
    case .json(let pages): pages.source.readOn()
    case .yaml(let pages): pages.source.readOn()
    }
  }

  /// The page at a path, which is empty for the outermost value and else begins with `/`.
  package func page(at path: some Sequence<UInt8>) -> OutlinePage {
    let tokens = OutlinePath.tokens(of: path)
    return switch pages {
    case .json(let pages): pages.page(at: tokens)
    case .yaml(let pages): pages.page(at: tokens)
    }
  }

  /// The pointer of a page as people read it.
  package static func pointer(of path: some Sequence<UInt8>) -> String {
    OutlinePath.pointer(OutlinePath.tokens(of: path))
  }
}
