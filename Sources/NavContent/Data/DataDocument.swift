package import NavBase
import NavSystem

/// A JSON or YAML document whose values are read on demand.
///
/// A caller calls `readOn` on its own thread until it returns false; pages may be requested at any time and on any
/// thread, and contain what has been read so far.
package final class DataDocument: Sendable {
  /// The format of a document.
  package enum Format: Hashable, Sendable {
    case json
    /// A JSON text in each line.
    case lines
    case yaml

    /// The format by a file name extension; nil if it is unknown.
    package init?(name: String) {
      switch name.split(separator: ".").last?.lowercased() {
      case "json", "geojson", "ipynb": self = .json
      case "jsonl", "ndjson": self = .lines
      case "yaml", "yml": self = .yaml
      default: return nil
      }
    }

    /// Guesses the format of a text without a file name: JSON starts with a brace or a bracket, anything else is YAML.
    ///
    /// If the first line ends with the matching bracket and the next one also starts with a bracket, there is a JSON
    /// text in each line.
    package init(guessing bytes: [UInt8]) {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = (bytes.starts(with: mark) ? bytes[3...] : bytes[...]).drop(while: \.isBlank)
      guard text.first?.isOpeningBracket == true else {
        self = .yaml
        return
      }
      let line = text.prefix { $0 != 0x0A }
      let last = line.last { !$0.isBlank }
      let closing = text.first == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      let next = text[line.endIndex...].first { !$0.isBlank }
      self = last == closing && next?.isOpeningBracket == true ? .lines : .json
    }
  }

  private let pages: any DocumentPages
  private let bytes: DataBytes
  /// The size of the document, in bytes.
  var size: Int { bytes.count }

  /// Opens a file without reading its content; only one in UTF-16 or UTF-32 is read at once, and kept in UTF-8.
  ///
  /// The format of a file with an unknown extension is that of the file to which it is a link, else JSON.
  package convenience init(
    path: String,
    limits: DataLimits = DataLimits()
  ) throws(ContentError) {
    let real = realPath(of: path.utf8).map { String(decoding: $0, as: UTF8.self) }
    let format = Format(name: path) ?? real.flatMap(Format.init(name:)) ?? .json
    var bytes = try DataBytes(path: path)
    if format == .yaml, bytes.count > limits.yaml.bytes {
      throw .tooLarge(path: path, limit: limits.yaml.bytes)
    }
    let start = bytes.bytes(0..<min(bytes.count, TextEncoding.sniffedBytes))
    if TextEncoding(of: start).unitLength > 1 {
      guard bytes.count <= deckByteLimit else {
        throw .tooLarge(path: path, limit: deckByteLimit)
      }
      bytes = DataBytes(DecodedText.utf8(bytes.bytes(0..<bytes.count)))
    }
    let name = Slide.titleLine(of: sanitized(path.lastComponent ?? path))
    self.init(bytes, format: format, name: name ?? "outline", limits: limits)
  }

  /// Makes a document of bytes in memory.
  package convenience init(
    _ bytes: [UInt8],
    format: Format,
    name: String = "outline",
    limits: DataLimits = DataLimits()
  ) {
    self.init(DataBytes(bytes), format: format, name: name, limits: limits)
  }

  private init(_ bytes: DataBytes, format: Format, name: String, limits: DataLimits) {
    self.bytes = bytes
    switch format {
    case .json, .lines:
      let source = JSONDocument(bytes, isLines: format == .lines, limits: limits)
      pages = DataPages(source, name: name, limits: limits)
    case .yaml:
      pages = DataPages(YAMLDocument(bytes, limits: limits), name: name, limits: limits)
    }
  }

  package var progress: DataProgress { pages.source.progress }

  /// The first fault of each document of a sequence, or the one of a single document, as far as it has been read.
  var faults: [SceneFault] { pages.source.faults }

  /// Reads a further part of the document, for some milliseconds.
  ///
  /// - Returns: whether there is more to read.
  package func readOn() -> Bool { pages.source.readOn() }

  /// Takes what was appended to the file: only that is read.
  ///
  /// - Parameter size: the size of the file.
  /// - Returns: what is to be done; a document that is no sequence of JSON texts has to be opened again.
  func grow(to size: Int) -> DataGrowth { pages.grow(to: size) }

  /// Returns the page at a path, which is empty for the outermost value and otherwise starts with `/`.
  package func page(at path: some Sequence<UInt8>) -> PageContent {
    pages.page(at: DataPath.tokens(of: path))
  }

  /// Returns the key that a numbered entry of the list at a path has by now, and whether its value is gone.
  func key(
    following key: [UInt8],
    at place: NamedPlace,
    of path: some Sequence<UInt8>
  ) -> (key: [UInt8], isLost: Bool) {
    page(at: path).list?.key(following: key, at: place) ?? (key, true)
  }

  /// Whether a page will not appear only when more of the document is read.
  package func isKnown(at path: some Sequence<UInt8>) -> Bool {
    pages.isKnown(at: DataPath.tokens(of: path))
  }

  /// Returns the place of the value at a path, or of its key, in the text of the document; nil if there is none, or it is
  /// not read yet.
  ///
  /// O(lists on its path), and O(text) before it in the part of a text that is shown whole.
  package func place(of path: some Sequence<UInt8>) -> SourcePlace? {
    pages.start(of: DataPath.tokens(of: path)).map { byte in
      let before = bytes.bytes(0..<min(byte, TreeLimits().fileBytes))
      let line = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      return SourcePlace(
        byte: byte,
        line: before.count { $0 == 0x0A },
        column: graphemeCount(of: String(decoding: before[line...], as: UTF8.self))
      )
    }
  }

  /// Finds the entries that have words in their labels or texts, in the order of the document as far as it is read.
  ///
  /// O(size), and the lists around each match.
  ///
  /// - Parameters:
  ///   - query: the words.
  ///   - report: gets an entry, or nil from time to time, and the number of bytes that were searched; the search ends
  ///     when it returns false.
  package func search(
    for query: TextQuery,
    _ report: (FoundPlaces.Place?, _ searched: Int) -> Bool
  ) {
    pages.search(for: query, report)
  }

  /// Returns the JSON Pointer of a page, sanitised for display.
  package static func pointer(of path: some Sequence<UInt8>) -> String {
    DataPath.pointer(DataPath.tokens(of: path))
  }
}

/// The pages of a document of any format; see `DataPages`.
private protocol DocumentPages: Sendable {
  associatedtype Source: DataSource
  var source: Source { get }
  func page(at path: [[UInt8]]) -> PageContent
  func isKnown(at path: [[UInt8]]) -> Bool
  func start(of path: [[UInt8]]) -> Int?
  func search(for query: TextQuery, _ report: (FoundPlaces.Place?, _ searched: Int) -> Bool)
  func grow(to size: Int) -> DataGrowth
}

extension DataPages: DocumentPages {}
