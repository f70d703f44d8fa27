import Glibc
package import NavBase
import NavSystem

/// The export of a text file that is too long to be held in memory: its lines are written as they are read, without
/// colours.
package struct StreamedExport: ~Copyable {
  private let file: Descriptor
  private let path: String
  private let format: ExportFormat
  private var piece: [UInt8]
  /// The bytes of a line whose end was not read yet.
  private var rest: [UInt8] = []
  /// What is written before the first line, until it is.
  private var before: String?
  /// What is written behind the last line, until it is.
  private var after: String?
  private var isFirst = true

  /// The number of bytes that are read at once.
  private static let pieceBytes = 1 << 20
  /// Stands for the lines in an export without any.
  private static let mark = "\u{F8FF}"

  /// Whether a file is exported this way: it is longer than `ContentExport.fileLimit`.
  package static func isNeeded(for path: String) -> Bool {
    guard let status = try? status(of: path.utf8.terminated) else { return false }
    return FileType(mode: status.st_mode) == .regular && status.st_size > ContentExport.fileLimit
  }

  /// - Throws: an error if the file can't be read or is not text; `.tooLarge` for one that is not in UTF-8.
  package init(file path: String, as format: ExportFormat) throws(ContentError) {
    let file = try RegularFile.open(path: path)
    var piece = try Self.piece(of: file, path)
    guard TextEncoding(of: piece).unitLength == 1 else {
      throw .tooLarge(path: path, limit: ContentExport.fileLimit)
    }
    guard !DecodedText.isBinary(piece) else { throw .binary(path: path) }
    if piece.starts(with: [0xEF, 0xBB, 0xBF]) { piece.removeFirst(3) }
    let name = sanitized(path.lastComponent ?? path).replacing(Self.mark, with: "\u{FFFD}")
    var page = ExportedPage(
      title: name,
      place: [name],
      document: TextDocument(blocks: [.preformatted(lines: [Self.mark])])
    )
    page.written = [Self.mark]
    let frame = ContentExport(title: name, pages: [page]).written(as: format)
    let ends = frame.components(around: Self.mark)
    (before, after) = (ends.before, ends.after)
    self.file = file
    self.path = path
    self.format = format
    self.piece = piece
  }

  /// Returns the next part of the export; nil at the end.
  package mutating func next() throws(ContentError) -> String? {
    if let start = before.take() { return start }
    guard !piece.isEmpty else {
      guard let end = after.take() else { return nil }
      return lines(of: rest) + end
    }
    guard let end = piece.lastIndex(of: 0x0A) else {
      rest += piece
      piece = try Self.piece(of: file, path)
      return ""
    }
    let text = lines(of: rest + piece[...end])
    rest = Array(piece[(end + 1)...])
    piece = try Self.piece(of: file, path)
    return text
  }

  private static func piece(
    of file: borrowing Descriptor,
    _ path: String
  ) throws(ContentError) -> [UInt8] {
    do throws(SystemFailure) {
      return try file.read(atMost: pieceBytes)
    } catch {
      throw ContentError(path: path, code: error.code)
    }
  }

  /// Returns lines as they are written.
  private mutating func lines(of bytes: [UInt8]) -> String {
    var cursor = LineCursor(String(decoding: bytes, as: UTF8.self))
    var text = ""
    while let line = cursor.next() {
      if !isFirst { text += format == .json ? "\",\"" : "\n" }
      isFirst = false
      switch format {
      case .text: text += sanitized(String(line), keeping: .tabs)
      case .html: text += String(line).htmlEscaped(keeping: .tabs)
      case .json: text += String(line).quotedAsJSON(keeping: .tabs).dropFirst().dropLast()
      }
    }
    return text
  }
}

extension String {
  /// Returns the text before and after the last occurrence of a part that it has.
  fileprivate func components(around part: String) -> (before: String, after: String) {
    guard let range = ranges(of: part).last else { return (self, "") }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
