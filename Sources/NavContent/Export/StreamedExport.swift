import Glibc
package import NavBase
import NavSystem

/// An export with text files that are too long to be held in memory: their lines are written as they are read, without
/// colours.
package struct StreamedExport: ~Copyable {
  private enum Part {
    case text(String)
    case file(path: [UInt8])
    case lines(StreamedLines)
  }

  private let format: ExportFormat
  /// What is left, the next part last.
  private var parts: [Part] = []

  /// Whether a file is exported this way: it is longer than `ContentExport.fileLimit`.
  package static func isNeeded(for path: String) -> Bool {
    guard let status = try? status(of: path.utf8.terminated) else { return false }
    return FileType(mode: status.st_mode) == .regular && status.st_size > ContentExport.fileLimit
  }

  /// Begins the export of one file.
  ///
  /// - Throws: an error if the file can't be read or is not text.
  package init(file path: String, as format: ExportFormat) throws(ContentError) {
    let file = try RegularFile.open(path: path)
    let lines = try StreamedLines(of: file, path: path, as: format)
    let name = sanitized(path.lastComponent ?? path)
    var page = ExportedPage(title: name, place: [name], document: TextDocument(blocks: []))
    page.file = Array(path.utf8)
    page.written = []
    self.init(ContentExport(title: name, pages: [page]), as: format, lines)
  }

  /// Begins the export of some pages.
  ///
  /// - Parameters:
  ///   - export: the pages.
  ///   - format: the format of the file.
  ///   - limit: the maximum total size of the pages without long files, in bytes.
  ///   - opened: the long file, if it was opened already.
  init(
    _ export: ContentExport,
    as format: ExportFormat,
    limit: Int = .max,
    _ opened: StreamedLines? = nil
  ) {
    self.format = format
    var export = export
    // Where a page has the lines of a file, a line is written that nothing else contains, and then replaced.
    let random = UInt64.random(in: 0 ... .max)
    var files: [(path: [UInt8], line: String)] = []
    for (index, page) in export.pages.enumerated() {
      guard let path = page.file else { continue }
      let line = "navd-\(random)-\(index)-lines"
      export.pages[index].document = TextDocument(blocks: [.preformatted(lines: [line])])
      if page.written != nil { export.pages[index].written = [line] }
      files.append((path, line))
    }
    var rest = export.written(as: format, limit: limit)[...]
    for file in files {
      // A page may be left out at the limit.
      guard let place = rest.utf8.firstRange(of: file.line.utf8) else { continue }
      parts.append(.text(String(rest[..<place.lowerBound])))
      parts.append(opened.map(Part.lines) ?? .file(path: file.path))
      rest = rest[place.upperBound...]
    }
    parts.append(.text(String(rest)))
    parts.reverse()
  }

  /// Returns the next part of the export, which may be empty; nil at the end.
  package mutating func next() throws(ContentError) -> String? {
    guard let part = parts.popLast() else { return nil }
    switch part {
    case .text(let text): return text
    case .file(let path):
      parts.append(.lines(try StreamedLines(at: path, as: format)))
      return ""
    case .lines(let lines):
      guard let text = try lines.next() else { return "" }
      parts.append(part)
      return text
    }
  }
}
