import NavBase

extension ContentExport {
  /// The maximum size of an exported file, in bytes.
  package static let fileLimit = deckByteLimit

  /// Exports a text file of any kind.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - highlighter: the syntax highlighter, for formats with colours.
  /// - Throws: an error if the file can't be read or is not text.
  package init(
    file path: String,
    _ highlighter: CodeHighlighter = .inPath()
  ) throws(ContentError) {
    let bytes = try RegularFile.read(path: path, limit: Self.fileLimit)
    guard let preview = FilePreview(whole: bytes) else { throw .binary(path: path) }
    let name = sanitized(path.split(separator: "/").last.map(String.init) ?? path)
    var page = ExportedPage(
      title: name,
      place: [name],
      document: highlighter.highlighted(preview, as: path)
    )
    page.written = preview.lines.map { sanitized($0, keeping: .tabs) }
    self.init(title: name, pages: [page])
  }
}

extension CodeHighlighter {
  /// Returns the lines of a file, highlighted if the language is known from its name.
  fileprivate func highlighted(_ preview: FilePreview, as path: String) -> TextDocument {
    let plain = TextDocument(blocks: [.preformatted(lines: preview.lines)])
    let page = TreePage.document(title: "", plain).highlighted(by: self, as: Array(path.utf8))
    guard case .document(_, let document) = page else { return plain }
    return document
  }
}
