import Glibc
package import NavBase
import NavSystem

extension ContentReader {
  /// Reads a file or a directory as its kind.
  func read(
    _ content: PathContent,
    for session: UInt64,
    _ purpose: Purpose
  ) throws -> SessionContent {
    let path = content.namesOthers ? followed(content.path) : content.path
    let location = Array(path.utf8)
    switch content.isText ? .text : content.kind {
    case .deck: return .deck(highlighter.highlighted(try loadDeck(path: path)))
    case .tree:
      ReadFiles.note(directory: path)
      let order = content.order ?? .standard
      let listing = try openTree(path: path, order: order, limits: treeLimits)
      let root = SessionContent.page(PageContent(listing))
      return .stack(StackContent(root: root, path: location, source: .files(order)))
    case .scene:
      let order = content.order
      let scene = try SceneFile.load(path: path).content { content throws(ContentFailure) in
        try read(order.map(content.ordered) ?? content, for: session, purpose)
      }
      return scene.highlighted(by: highlighter)
    case .docs:
      ReadFiles.note(directory: Docs.directory(showing: path))
      let root = SessionContent.page(try Docs(path: path).contents)
      return .stack(StackContent(root: root, path: [], source: PageSource(.docs, at: location)))
    case .outline:
      let document = try outlines.document(at: path, for: session)
      return .stack(StackContent(document, source: PageSource(.outline, at: location)))
    case .text, .file:
      var limits = TreeLimits()
      limits.opensParts = true
      let isText = content.isText || content.kind == .text
      let page = try openFile(path: path, asText: isText, limits: limits)
        .highlighted(by: highlighter, as: Array(followed(path).utf8))
      switch SessionContent(page) {
      case .page(var text):
        // Everybody would see the notes in its text. It was read before the deck, so that it has no others.
        if content.isText, content.kind == .deck, case let deck = try loadDeck(path: path),
          deck.hasNotes
        {
          return .deck(highlighter.highlighted(deck))
        }
        if text.window != nil { text.lines = page.lines(at: location) }
        return .text(text)
      case let deck: return deck
      }
    }
  }
}

/// Returns the file that a symbolic link leads to; any other path is returned as it is.
private func followed(_ path: String) -> String {
  var status = stat()
  guard !path.utf8.contains(0), lstat(path.utf8.terminated, &status) == 0,
    status.st_mode & S_IFMT == S_IFLNK, let real = realPath(of: path.utf8)
  else { return path }
  // A link that leads elsewhere is a change.
  ReadFiles.note(path)
  return String(decoding: real, as: UTF8.self)
}

extension PathContent {
  /// Whether it names other files, which are beside the file itself and not beside a link to it.
  fileprivate var namesOthers: Bool {
    switch kind {
    case .deck, .scene, .docs: true
    case .tree, .outline, .text, .file: false
    }
  }
}

extension PathKind {
  /// How its files are checked; nil if they are not.
  package var lint: Lint.Kind? {
    switch self {
    case .deck: .deck
    case .scene: .scene
    case .outline: .document
    case .tree, .docs, .text, .file: nil
    }
  }
}
