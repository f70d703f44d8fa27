import NavText

extension ContentExport {
  /// The largest file that is written as it is, in bytes.
  package static let fileLimit = deckByteLimit

  /// A text file as it is, whatever it says: source, data, prose.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - highlighter: puts code in colours, where the format has any.
  /// - Throws: where it can't be read, or is no text.
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
  /// The lines of a file in colours, where its name tells its language.
  fileprivate func highlighted(_ preview: FilePreview, as path: String) -> TextDocument {
    let plain = TextDocument(blocks: [.preformatted(lines: preview.lines)])
    let page = TreePage.document(title: "", plain).highlighted(by: self, as: Array(path.utf8))
    guard case .document(_, let document) = page else { return plain }
    return document
  }
}
