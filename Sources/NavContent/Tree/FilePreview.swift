import Glibc
import NavBase

/// The displayed part of a regular file: its first bytes.
struct FilePreview {
  /// The first bytes of the file, at most `limit`.
  private let bytes: [UInt8]
  private let limit: Int
  /// The size of the file; nil if it is unknown and not all of it was read.
  private let size: Int?
  private let isCut: Bool

  init(_ file: borrowing OpenedPath, limit: Int) throws(TreeProblem) {
    precondition(limit >= 1, "cannot preview nothing of a file")
    let read = try file.read(atMost: limit + 1)
    isCut = read.count > limit
    bytes = isCut ? Array(read.prefix(limit)) : read
    let told = Int(file.status.st_size)
    size = isCut ? (told > limit ? told : nil) : bytes.count
    self.limit = limit
  }

  /// Makes the preview of a file that was read completely; nil if it is binary.
  init?(whole bytes: [UInt8]) {
    guard !DecodedText.isBinary(bytes) else { return nil }
    self.bytes = bytes
    limit = max(1, bytes.count)
    size = bytes.count
    isCut = false
  }

  /// The lines of the text without their ends; invalid parts become U+FFFD.
  var lines: [String] { LineCursor(DecodedText(bytes).text).map(String.init) }

  func page(title: String, path: String, isMarkdown: Bool) -> TreePage {
    if isMarkdown, let deck = deck(title: title, path: path) { return .deck(deck) }
    return .document(title: title, document(title: title, path: path, isMarkdown: isMarkdown))
  }

  /// Returns the file as a deck, if it was read completely, has front matter and has several slides.
  ///
  /// Any other Markdown is shown as a scrolling text, including its rules.
  func deck(title: String, path: String) -> Deck? {
    guard !isCut else { return nil }
    let decoded = DecodedText(bytes)
    guard decoded.isValid, decoded.text.hasPrefix("---") else { return nil }
    let deck = Deck(markdown: decoded.text, name: title, path: path, isPreview: true)
    return deck.isShownInDirectories ? deck : nil
  }

  func document(title: String, path: String, isMarkdown: Bool) -> TextDocument {
    var document = text(title: title, path: path, isMarkdown: isMarkdown)
    guard let type = PictureType(of: bytes), type.isShown,
      let picture = MarkdownPictures.picture(ofFile: path, title: title)
    else { return document }
    // Nobody reads the bytes of a picture, but an SVG is a text.
    if document.isBinary { document.blocks = size.map { [.note(byteCount($0))] } ?? [] }
    document.blocks.insert(.paragraph(picture), at: 0)
    return document
  }

  private func text(title: String, path: String, isMarkdown: Bool) -> TextDocument {
    if DecodedText.isBinary(bytes) { return binaryDocument }
    let decoded = DecodedText(bytes, isCut: isCut)
    if !isCut, decoded.text.isEmpty { return TextDocument(blocks: [.note("This file is empty.")]) }
    return textDocument(decoded, isMarkdown: isMarkdown, title: title, path: path)
  }

  private var binaryDocument: TextDocument {
    let dump = HexDump(of: bytes)
    let size = self.size.map { " of " + byteCount($0) } ?? ""
    let share = dump.isCut ? "; the first \(HexDump.byteLimit) bytes" : ""
    return TextDocument(blocks: [
      .note("Binary file\(size)\(share):"),
      .preformatted(lines: dump.lines),
    ])
  }

  private func textDocument(
    _ decoded: DecodedText,
    isMarkdown: Bool,
    title: String,
    path: String
  ) -> TextDocument {
    let text = decoded.text
    var document = TextDocument()
    if !decoded.isValid {
      document.blocks.append(.note("Not all UTF-8: \u{FFFD} stands for the rest."))
    }
    document.blocks +=
      isMarkdown
      ? slides(of: text, title: title, path: path)
      : [.preformatted(lines: LineCursor(text).map(String.init))]
    if isCut {
      let size = self.size.map { " of " + byteCount($0) } ?? ""
      document.blocks.append(.note("Cut off here: the first \(byteLimit(limit))\(size)."))
    }
    if isBlank(document) { document.blocks.append(.note("Nothing in this file can be seen.")) }
    return document
  }

  /// Whether the document shows nothing: only markup, blank lines, or characters without a width.
  private func isBlank(_ document: TextDocument) -> Bool {
    let start = FlowedText(document, columns: 80, rowLimit: Self.blankRows).rows
    return start.count < Self.blankRows && start.allSatisfy { columnWidth(of: $0.row.text) == 0 }
  }

  /// The number of rows that are checked for visible text.
  private static let blankRows = 100

  /// Returns the slides of a deck, one below the other.
  private func slides(of text: String, title: String, path: String) -> [TextBlock] {
    let slides = Deck(markdown: text, name: title, path: path, isPreview: true).slides.map(
      \.document.blocks
    )
    return Array(slides.joined(separator: [.rule]))
  }
}

/// A hex dump of the start of a binary file: `0000  7f 45 4c 46 02 01 01 00  .ELF....`.
///
/// A line has 39 columns, so that it fits on narrow terminals.
struct HexDump {
  /// The number of bytes that are shown.
  static let byteLimit = 512
  private static let bytesPerLine = 8

  let lines: [String]
  /// Whether the file has more bytes than are shown.
  let isCut: Bool

  init(of bytes: [UInt8]) {
    let shown = Array(bytes.prefix(Self.byteLimit))
    isCut = bytes.count > shown.count
    lines = stride(from: 0, to: shown.count, by: Self.bytesPerLine).map { offset in
      Self.line(shown[offset..<min(offset + Self.bytesPerLine, shown.count)], at: offset)
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>, at offset: Int) -> String {
    let numbers = bytes.map { hexadecimal(Int($0), digits: 2) }.joined(separator: " ")
    let padding = String(repeating: " ", count: bytesPerLine * 3 - 1 - numbers.utf8.count)
    let characters = bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }
    return hexadecimal(offset, digits: 4) + "  " + numbers + padding + "  "
      + String(decoding: characters, as: UTF8.self)
  }

  private static func hexadecimal(_ value: Int, digits: Int) -> String {
    padded(String(value, radix: 16), to: digits, with: "0")
  }
}
