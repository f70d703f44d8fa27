package import NavBase

/// The content of a scene file, before the directories, books, documents and programs are read that it names.
package struct ParsedScene: Sendable {
  /// The content, with a placeholder for each reference.
  private let content: SessionContent
  private let references: [Reference]
  /// The boards, in the order of the file.
  package let boards: [SceneBoard]

  /// Content that is not part of the file.
  struct Reference: Sendable {
    var content: ContentSpec
    /// The title that it is given; nil for its own.
    var title: String?
    var isPageOfStack: Bool

    /// Returns the placeholder of the reference with an index.
    ///
    /// Its title begins with a NUL, which no other title does: texts of a scene file are sanitised, and a path has none.
    static func placeholder(_ index: Int) -> SessionContent {
      .page(PageContent(title: "\0\(index)", document: TextDocument()))
    }

    /// Returns the index of the reference that a page stands for; nil for a page of the file.
    static func index(of page: PageContent) -> Int? {
      page.title.utf8.first == 0 ? Int(page.title.dropFirst()) : nil
    }
  }

  init(_ content: SessionContent, of reader: SceneReader) {
    self.content = content
    references = reader.references
    boards = reader.boards
  }

  /// Returns the whole content.
  ///
  /// - Parameter read: reads directories, books, documents and the output of programs, in the order of the file.
  /// - Returns: the content.
  /// - Throws: if a board is invalid, before anything is read; if one of those can't be read.
  package func content(
    read: (ContentSpec) throws(ContentFailure) -> SessionContent
  ) throws(ContentFailure) -> SessionContent {
    if let error = boards.lazy.compactMap(\.error).first { throw ContentFailure(error.description) }
    var found: [SessionContent] = []
    for reference in references {
      var content = try read(reference.content)
      if let title = reference.title { content.title = title }
      // A text needs no stack of its own in a page of another stack.
      let text = reference.isPageOfStack ? content.loneText : nil
      found.append(text.map { .page($0) } ?? content)
    }
    guard !found.isEmpty else { return content }
    var content = content
    content.replacePages { page in Reference.index(of: page).map { found[$0] } ?? .page(page) }
    return content
  }
}
