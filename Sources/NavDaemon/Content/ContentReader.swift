import Glibc
import NavCommands
import NavContent
package import NavHost
import NavLayout
package import NavSession
import NavText
package import NavWire
import Synchronization

/// Reads what sessions show, on whatever thread it is called.
///
/// Between calls it may hold what makes reading again cheap, or what a session needs as long as it goes on; `close`
/// lets go of that. What is read is what there is now: whoever notices that it has changed calls `changed`, and the
/// session's content is read once more.
package final class ContentReader: Sendable {
  /// Called, on any thread, with a session whose content is another one now.
  private let changed: @Sendable (UInt64) -> Void
  private let programs: Programs
  private let outlines: OutlineShelf
  private let highlighter: CodeHighlighter
  private let finders = Finders()

  /// Why content is read.
  package enum Purpose: Hashable, Sendable {
    /// A session begins, or what it shows has changed.
    case show
    /// Somebody wants what was read before to be read anew, and programs to be run again.
    case reload
    /// A session of the daemon before goes on.
    case restoration
  }

  /// - Parameter changed: called on any thread with the id of a session whose content is another one now.
  package convenience init(changed: @escaping @Sendable (UInt64) -> Void = { _ in }) {
    self.init(highlighter: .inPath(), changed: changed)
  }

  /// - Parameters:
  ///   - highlighter: puts code in colours.
  ///   - changed: called on any thread with the id of a session whose content is another one now.
  init(highlighter: CodeHighlighter, changed: @escaping @Sendable (UInt64) -> Void) {
    self.highlighter = highlighter
    self.changed = changed
    programs = Programs(changed: changed)
    outlines = OutlineShelf(changed: changed)
  }

  /// Reads what a session begins with: the slides of a deck, the root of a tree, a file, a scene, everything behind
  /// tabs.
  ///
  /// - Parameters:
  ///   - content: what to show.
  ///   - session: who shows it.
  ///   - purpose: why it is read.
  /// - Returns: the content as it is now.
  /// - Throws: why it can't be shown.
  package func read(
    _ content: ContentDescription,
    for session: UInt64,
    _ purpose: Purpose = .show
  ) throws(ContentFailure) -> SessionContent {
    do {
      switch content {
      case .tour(let command):
        return .deck(highlighter.highlighted(try ContentSource.tour(command: command).load()))
      case .deck(let path):
        return .deck(highlighter.highlighted(try ContentSource.deck(path: path).load()))
      case .tree(let path, let order):
        return .stack(try SessionContent.tree(path: path, order: order))
      case .scene(let path, let order):
        let scene = try SessionContent(try SceneFile.load(path: path)) {
          content throws(ContentFailure) in
          try read(order.map(content.ordered) ?? content, for: session, purpose)
        }
        return scene.highlighted(by: highlighter)
      case .command(let line):
        guard programs.isAllowed else {
          throw ContentFailure(
            "navd runs no programs here: its configuration says limits.commands = false",
            isForbidden: true
          )
        }
        return try programs.content(of: line, for: session, purpose)
      case .text(let text): return given(text, for: session)
      case .docs(let path): return .stack(try StackContent(book: path))
      case .outline(let path):
        return .stack(StackContent(try outlines.document(at: path, for: session), path: path))
      case .file(let path):
        let page = try openFile(path: path).highlighted(by: highlighter, as: Array(path.utf8))
        switch SessionContent(page) {
        case .page(let text): return .text(text)
        case let deck: return deck
        }
      case .tabs(let contents):
        return .tabs(
          try TabsContent(contents) { _, content throws(ContentFailure) in
            try read(content, for: session, purpose)
          }
        )
      }
    } catch let error as ContentError {
      let isForbidden = if case .notPermitted = error { true } else { false }
      throw ContentFailure(error.description, isForbidden: isForbidden, brief: error.brief)
    } catch let error as ContentFailure {
      throw error
    } catch {
      throw ContentFailure("\(error)")
    }
  }

  /// Reads what a session shows that goes on: one of several contents that can't be read does not hold up the others.
  ///
  /// - Parameters:
  ///   - content: what to show.
  ///   - session: who shows it.
  ///   - purpose: why it is read.
  ///   - left: the indices of tabs that are not read.
  ///   - other: what stands behind a tab of an index that was not read, or could not be for a reason; nil where that
  ///     is nothing.
  /// - Returns: the content as it is now as far as it can be read.
  /// - Throws: why nothing of it can be shown.
  func readAgain(
    _ content: ContentDescription,
    for session: UInt64,
    _ purpose: Purpose,
    leaving left: Set<Int> = [],
    otherwise other: (Int, ContentDescription, ContentFailure?) -> SessionContent?
  ) throws(ContentFailure) -> ReadContent {
    guard case .tabs(let contents) = content else {
      return ReadContent(content: try read(content, for: session, purpose))
    }
    var unread: [Int: ContentFailure] = [:]
    let tabs = try TabsContent(contents) { index, content throws(ContentFailure) in
      if left.contains(index), let stand = other(index, content, nil) { return stand }
      do throws(ContentFailure) {
        return try read(content, for: session, purpose)
      } catch {
        guard let stand = other(index, content, error) else { throw error }
        unread[index] = error
        return stand
      }
    }
    let found = ReadContent(content: .tabs(tabs), unread: unread)
    if let failure = found.failure, unread.count + left.count >= contents.count { throw failure }
    return found
  }

  /// A text that came with the request, in its form.
  private func given(_ text: GivenText, for session: UInt64) -> SessionContent {
    let name = sanitized(text.shownName)
    switch text.form {
    case .deck:
      let deck = Deck(markdown: String(decoding: text.bytes, as: UTF8.self), name: name)
      return .deck(highlighter.highlighted(deck))
    case .outline:
      let (document, source) = outlines.document(of: text, for: session)
      return .stack(StackContent(document, source: source))
    case .printed:
      return .text(PageContent(title: name, document: TextDocument(printed: text.bytes)))
    }
  }

  /// Reads a page of a stack; what can't be read is a page that says so.
  package func page(_ request: PageRequest, of session: UInt64) -> PreparedPage {
    switch request.source.kind {
    case .docs: return PreparedPage(book: request, highlighter)
    case .outline:
      return PreparedPage(outlines.page(request, of: session), rooms: request.rooms)
    case .program:
      let content = programs.page(request, of: session) ?? .gone(request.label)
      return PreparedPage(content, rooms: request.rooms)
    case .files, .nowhere:
      let order = ListingOrder(request.source.order)
      var limits = TreeLimits()
      if request.isPreview { limits.previewBytes = TreeLimits.previewedBytes }
      let page = loadTreePage(
        path: request.path,
        ancestors: request.ancestors,
        order: order,
        limits: limits
      )
      .highlighted(by: highlighter, as: request.path)
      var content = SessionContent(page)
      if case .page(var text) = content {
        text.lines = page.lines(at: request.path)
        content = .page(text)
      }
      return PreparedPage(content, rooms: request.rooms, numbers: request.numbers)
    }
  }

  /// What the document of a stack says, as it is written.
  func document(of stack: StackContent, for session: UInt64) -> PageContent {
    let title = stack.root.title
    do throws(ContentError) {
      let text = try outlines.text(at: stack.source, for: session)
      let lines = highlighter.highlighted(text).lines
      return PageContent(title: title, document: TextDocument(blocks: [.preformatted(lines)]))
    } catch {
      return PageContent(title: title, document: .problem(error.description))
    }
  }

  /// Whether a program's pages are there as soon as its list is.
  func isOfFewPages(_ source: PageSource, for session: UInt64) -> Bool {
    programs.isDiff(source, of: session)
  }

  /// Whether there is anything where a page comes from, whatever it is.
  package func isThere(_ request: PageRequest, in session: UInt64) -> Bool {
    switch request.source.kind {
    case .files: isAnything(at: request.path)
    case .nowhere, .docs, .outline, .program: true
    }
  }

  /// Says whether programs may be run from now on; those that run go on.
  package func allowPrograms(_ isAllowed: Bool) { programs.allow(isAllowed) }

  /// A session has ended, or will not be.
  package func close(_ session: UInt64) {
    programs.close(session)
    outlines.close(session)
    finders.close(session)
  }

  /// What was found so far of something that a client looks for.
  package func find(_ query: FindQuery) -> FoundPlaces {
    let source = query.scope.source
    let location = String(decoding: source.location, as: UTF8.self)
    let book = source.kind == .docs ? try? Book(path: location) : nil
    return finders.find(query) { [self] keys in
      let path = Array(keys.map { [0x2F] + $0 }.joined())
      switch source.kind {
      case .docs: return book.map { PageContent($0.page(at: path)) }
      case .outline: return outlines.content(at: path, source, for: query.session)
      case .files, .nowhere, .program: return nil
      }
    }
  }
}

/// What a session's content was read as.
struct ReadContent: Sendable {
  let content: SessionContent
  /// Why tabs could not be read, by their indices; something else stands behind those.
  var unread: [Int: ContentFailure] = [:]

  /// Why the first of them could not be.
  var failure: ContentFailure? { unread.min { $0.key < $1.key }?.value }
}

/// Whether a path names anything, whatever it is.
private func isAnything(at path: [UInt8]) -> Bool {
  guard !path.contains(0) else { return false }
  var status = stat()
  return lstat(String(decoding: path, as: UTF8.self), &status) == 0 || errno != ENOENT
}

extension TextDocument {
  /// A page that says what is wrong.
  static func problem(_ text: String) -> TextDocument {
    TextDocument(blocks: [.paragraph(StyledText(text, style: TextStyle(role: .error)))])
  }
}

extension SessionContent {
  /// A page that can't be read any more.
  static func gone(_ title: String) -> SessionContent {
    let note = "This is not there any more: go back and open it again."
    let text = StyledText(note, style: TextStyle(role: .error))
    return .page(PageContent(title: title, document: TextDocument(blocks: [.paragraph(text)])))
  }

  init(_ page: TreePage) {
    self =
      switch page {
      case .directory(let listing): .page(PageContent(listing))
      case .document(let title, let document):
        .page(PageContent(title: title, document: document))
      case .deck(let deck): .deck(deck)
      }
  }
}

extension ListingOrder {
  init(_ order: TreeOrder) {
    self.init(Sort(order.sort), showsHidden: order.showsHidden)
  }
}

extension ListingOrder.Sort {
  fileprivate init(_ sort: TreeSort) {
    self =
      switch sort {
      case .name: .name
      case .time: .time
      case .size: .size
      case .kind: .kind
      }
  }
}

extension TreeOrder {
  init(_ order: ListingOrder) {
    let sort: TreeSort =
      switch order.sort {
      case .name: .name
      case .time: .time
      case .size: .size
      case .kind: .kind
      }
    self.init(showsHidden: order.showsHidden, sort: sort)
  }
}

extension PageContent {
  init(_ listing: DirectoryListing) {
    let entries = listing.entries.map { entry in
      ListEntry(
        key: entry.name,
        label: entry.title,
        detail: entry.detail,
        remark: entry.remark,
        opens: entry.isBranch ? .list : .text,
        isFaulty: entry.kind == .brokenLink
      )
    }
    // An order that people may not expect is said in the first row, which stays where rows are scrolled.
    let sections = listing.order.heading.map { ListSection(title: $0, entries: entries.indices) }
    self.init(
      title: listing.title,
      list: ListContent(
        entries: entries,
        sections: [sections].compactMap(\.self),
        notes: [listing.note].compactMap(\.self)
      )
    )
  }
}
