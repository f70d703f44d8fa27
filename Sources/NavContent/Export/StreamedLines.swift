import NavBase
import NavSystem

/// The lines of a long text file as an export has them, which are read piece by piece.
final class StreamedLines {
  private let file: Descriptor
  private let path: String
  private let format: ExportFormat
  private let encoding: TextEncoding
  private var piece: [UInt8]
  /// The bytes of a line whose end was not read yet.
  private var rest: [UInt8] = []
  private var isFirst = true
  /// Whether the last line goes on in the next piece.
  private var isInLine = false

  /// The number of bytes that are read at once; also of a line, at most.
  private static let pieceBytes = 1 << 20

  /// - Throws: an error if the file can't be read or is not text.
  init(
    of file: consuming Descriptor,
    path: String,
    as format: ExportFormat
  ) throws(ContentError) {
    var piece = try Self.piece(of: file, path)
    guard !DecodedText.isBinary(piece) else { throw .binary(path: path) }
    encoding = TextEncoding(of: piece)
    piece.removeFirst(encoding.markLength)
    self.file = file
    self.path = path
    self.format = format
    self.piece = piece
  }

  /// Opens a file that a page of a session shows.
  convenience init(at path: [UInt8], as format: ExportFormat) throws(ContentError) {
    let file = try Self.open(path)
    try self.init(of: file, path: String(decoding: path, as: UTF8.self), as: format)
  }

  private static func open(_ path: [UInt8]) throws(ContentError) -> Descriptor {
    do throws(TreeProblem) {
      let file = try OpenedPath(path)
      guard !file.isDirectory else { throw .vanished }
      return file.takeDescriptor()
    } catch {
      throw ContentError(path: String(decoding: path, as: UTF8.self), problem: error)
    }
  }

  /// Returns further lines, and the separators between lines; nil at the end.
  func next() throws(ContentError) -> String? {
    let bytes = rest + piece
    guard !bytes.isEmpty else { return nil }
    guard !piece.isEmpty else {
      rest = []
      return lines(of: bytes[...], endInLine: false)
    }
    piece = try Self.piece(of: file, path)
    let lastEnd = encoding.lastLineEnd(in: bytes)
    let end = lastEnd ?? (bytes.count < Self.pieceBytes ? 0 : encoding.lastBoundary(in: bytes))
    rest = Array(bytes[end...])
    return lines(of: bytes[..<end], endInLine: lastEnd == nil)
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
  private func lines(of bytes: ArraySlice<UInt8>, endInLine: Bool) -> String {
    var text = ""
    for line in LineCursor(DecodedText(bytes, in: encoding).text) {
      if !isFirst, !isInLine { text += format == .json ? "\",\"" : "\n" }
      (isFirst, isInLine) = (false, false)
      switch format {
      case .text: text += sanitized(String(line), keeping: .tabs)
      case .html: text += String(line).htmlEscaped(keeping: .tabs)
      case .json: text += String(line).quotedAsJSON(keeping: .tabs).dropFirst().dropLast()
      }
    }
    if !bytes.isEmpty { isInLine = endInLine }
    return text
  }
}

extension TextEncoding {
  /// Returns the index behind the last line end in bytes that begin with a whole code unit; nil without one.
  fileprivate func lastLineEnd(in bytes: [UInt8]) -> Int? {
    guard unitLength > 1 else { return bytes.lastIndex(of: 0x0A).map { $0 + 1 } }
    let whole = bytes.count / unitLength * unitLength
    return stride(from: whole, to: 0, by: -unitLength).first { ends(bytes[..<$0], with: "\n") }
  }

  /// Returns the last index before which a character ends that is not a carriage return.
  fileprivate func lastBoundary(in bytes: [UInt8]) -> Int {
    var end = bytes.count / unitLength * unitLength
    // In UTF-8, of any character all bytes but the first; in UTF-16, of a pair the first half.
    if unitLength == 1 {
      while end > 1, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
      if end > 1, bytes[end - 1] >= 0xC0 { end -= 1 }
    } else if unitLength == 2, end > 2, bytes[isBigEndian ? end - 2 : end - 1] & 0xFC == 0xD8 {
      end -= 2
    }
    return ends(bytes[..<end], with: "\r") && end > unitLength ? end - unitLength : end
  }
}
