import Glibc
package import NavBase
import Synchronization

/// Reads what sessions show; may be called on any thread.
///
/// Between calls it may keep data that makes reading again cheap, or that a session needs as long as it exists; `close`
/// releases that. Content is read as it is at the time of the call: `changed` is called when it is known to have
/// changed, and then the session's content has to be read again.
package final class ContentReader: Sendable {
  /// Called on any thread, with a session whose content has changed.
  private let changed: @Sendable (UInt64) -> Void
  private let programs: CommandRunner
  let outlines: DocumentCache
  let highlighter: CodeHighlighter
  private let pictures: PictureReader
  private let diagrams: DiagramReader
  private let hasIcons = Atomic(false)
  private let finders = Finders()
  /// Nil if there are no bundles.
  let bundles: (any BundlePlaces)?

  /// Why content is read.
  package enum Purpose: Hashable, Sendable {
    /// A session is created, or its content has changed.
    case show
    /// A user has requested that content is read anew and programs are run again.
    case reload
    /// A session of the previous daemon is restored.
    case restoration
  }

  /// - Parameters:
  ///   - bundles: where the files of bundles are; nil if there are none.
  ///   - changed: called on any thread with the id of a session whose content has changed.
  package convenience init(
    bundles: (any BundlePlaces)? = nil,
    changed: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) {
    self.init(
      highlighter: .inPath(),
      pictures: .installed(),
      bundles: bundles,
      changed: changed
    )
  }

  /// - Parameters:
  ///   - highlighter: the syntax highlighter for code.
  ///   - pictures: decodes pictures.
  ///   - draw: runs the programs of diagrams.
  ///   - bundles: where the files of bundles are; nil if there are none.
  ///   - changed: called on any thread with the id of a session whose content has changed.
  init(
    highlighter: CodeHighlighter,
    pictures: PictureReader = PictureReader(nil),
    draw: @escaping DiagramReader.Run = { program, source throws(PictureProblem) in
      try program.run(source)
    },
    bundles: (any BundlePlaces)? = nil,
    changed: @escaping @Sendable (UInt64) -> Void
  ) {
    self.highlighter = highlighter
    self.pictures = pictures
    diagrams = DiagramReader(pictures, draw, changed: changed)
    self.bundles = bundles
    self.changed = changed
    programs = CommandRunner(changed: changed)
    outlines = DocumentCache(changed: changed)
  }

  /// Reads the initial content of a session: the slides of a deck, the root of a tree, a file, a scene, the contents of
  /// all tabs.
  ///
  /// - Parameters:
  ///   - content: what to show.
  ///   - session: the session that shows it.
  ///   - purpose: why it is read.
  /// - Returns: the content as it is now.
  /// - Throws: if it can't be shown.
  package func read(
    _ content: ContentSpec,
    for session: UInt64,
    _ purpose: Purpose = .show
  ) throws(ContentFailure) -> SessionContent {
    if purpose == .reload { diagrams.forget(session) }
    return try pictures.shown(
      in: \.self,
      drawing: diagram(in: session),
      files: drawing(in: session)
    ) { () throws(ContentFailure) in try readTexts(of: content, for: session, purpose) }
  }

  /// Returns a picture of content that was read, as a terminal takes it.
  ///
  /// - Throws: if it can't be made, or its file is gone or was changed.
  package func copy(_ picture: PictureCopy) throws(ContentFailure) -> MadeCopy {
    do throws(PictureProblem) {
      return try pictures.copy(picture)
    } catch {
      let cause: ContentFailure.Cause = error == .tooLittleMemory ? .limit : .unreadable
      throw ContentFailure("the picture \(error.text)", cause)
    }
  }

  /// Returns how diagrams of a session are drawn; files of other machines run no programs.
  private func diagram(in session: UInt64) -> (TextCode) -> PictureReader.Outcome? {
    { [self] code in
      bundles?.root(of: session) == nil ? diagrams.picture(of: code, for: session) : nil
    }
  }

  /// Returns how an SVG of a session is drawn; nil if that is not allowed, as for files of other machines.
  private func drawing(in session: UInt64) -> DiagramReader.Run? {
    diagrams.isAllowed && bundles?.root(of: session) == nil ? diagrams.run : nil
  }

  /// Reads the content, with addresses of pictures if these are kept.
  private func readTexts(
    of content: ContentSpec,
    for session: UInt64,
    _ purpose: Purpose
  ) throws(ContentFailure) -> SessionContent {
    do {
      switch content {
      case .tour(let command):
        let deck = Deck(markdown: tour(command: command), name: "Tour of navd")
        return .deck(highlighter.highlighted(deck))
      case .path(let path): return try read(path, for: session, purpose)
      case .command where ReadingRoot.isConfined:
        throw ContentFailure("files of another machine run no programs here", .forbidden)
      case .command(let line):
        guard programs.isAllowed else {
          throw ContentFailure(
            "navd runs no programs here: its configuration says limits.commands = false",
            .forbidden
          )
        }
        return try programs.content(of: line, for: session, purpose)
      case .text(let text): return try given(text, for: session)
      case .bundle(let bundle): return try sent(bundle, for: session, purpose)
      case .tabs(let contents):
        return .tabs(
          try TabsContent(contents) { _, content throws(ContentFailure) in
            try read(content, for: session, purpose)
          }
        )
      }
    } catch let error as ContentError {
      throw ContentFailure(error.description, error.cause, brief: error.brief)
    } catch let error as ContentFailure {
      throw error
    } catch {
      throw ContentFailure("\(error)", brief: "\(error)".withoutDirectories)
    }
  }

  /// Reads the content of a session that exists already: a tab that can't be read does not prevent reading the others.
  ///
  /// - Parameters:
  ///   - content: what to show.
  ///   - session: the session that shows it.
  ///   - purpose: why it is read.
  ///   - left: the indices of tabs that are not read.
  ///   - other: returns what is shown instead of a tab, by the tab's index, its content, and why it could not be read
  ///     (nil if it was left out); nil for nothing.
  /// - Returns: the content as far as it can be read.
  /// - Throws: if nothing of it can be shown.
  package func readAgain(
    _ content: ContentSpec,
    for session: UInt64,
    _ purpose: Purpose,
    leaving left: Set<Int> = [],
    otherwise other: (Int, ContentSpec, ContentFailure?) -> SessionContent?
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

  /// Reads files that a client has sent, and no others.
  private func sent(
    _ bundle: BundleContent,
    for session: UInt64,
    _ purpose: Purpose
  ) throws(ContentFailure) -> SessionContent {
    guard let bundles else { throw ContentFailure("no files of other machines are kept here") }
    let root = try bundles.open(bundle.id, for: session)
    let entry = bundle.entry.movingPaths { root + "/" + $0 }
    do throws(ContentFailure) {
      return try ReadingRoot.confined(to: root) { () throws(ContentFailure) in
        try read(entry, for: session, purpose)
      }
    } catch {
      // The sender knows its files, not where they are kept.
      throw ContentFailure(
        error.description.replacing(root + "/", with: ""),
        error.cause,
        brief: error.brief
      )
    }
  }

  /// Runs `body`, which reads what belongs to a session's content: only its files, if a client has sent them.
  func confined<Result, Failure: Error>(
    to session: UInt64,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ReadingRoot.confined(to: bundles?.root(of: session), body)
  }

  /// Returns the content of a text that came with the request, according to its form.
  private func given(
    _ text: GivenText,
    for session: UInt64
  ) throws(ContentError) -> SessionContent {
    let name = sanitized(text.shownName)
    switch text.form {
    case .deck:
      let deck = Deck(markdown: String(decoding: text.bytes, as: UTF8.self), name: name)
      guard deck.isComplete else { throw .needsMemory(path: name) }
      return .deck(highlighter.highlighted(deck))
    case .outline:
      let (document, source) = outlines.document(of: text, for: session)
      return .stack(StackContent(document, source: source))
    case .printed:
      let document = ReadingBudget.parsing(bytes: text.bytes.count) {
        TextDocument(printed: text.bytes)
      }
      guard let document else { throw .needsMemory(path: name) }
      return .text(PageContent(title: name, document: document))
    }
  }

  /// Reads a page of a stack; returns a page with an error message if it can't be read.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - session: the session that shows it.
  ///   - isReload: whether it is shown already, and has changed.
  ///   - isWanted: called again and again while a large text is searched, with how far that is; it ends when this returns
  ///     false.
  /// - Returns: the page.
  package func page(
    _ page: PageReference,
    of session: UInt64,
    isReload: Bool = false,
    while isWanted: (SearchProgress) -> Bool = { _ in true }
  ) -> ReadPage {
    // A preview is read with each step through a list, and not again when a diagram is drawn.
    let diagram = page.isPreview ? { _ in nil } : diagram(in: session)
    return confined(to: session) {
      pictures.shown(in: \.content, drawing: diagram, files: drawing(in: session)) {
        switch page.source.kind {
        case .docs: ReadPage(docs: page, highlighter)
        case .outline: outlines.page(page, of: session)
        case .program: ReadPage(programs.page(page, of: session, highlighter) ?? .gone(page.label))
        case .files, .nowhere:
          page.window.map { part($0, of: page, isReload, while: isWanted) } ?? ReadPage(file(page))
        }
      }
    }
  }

  /// Returns the place of a value of a document in the document's text; nil if it is not there, or not read yet.
  package func place(of page: PageReference, in session: UInt64) -> SourcePlace? {
    confined(to: session) {
      outlines.document(of: page.source, for: session)?.place(of: page.path)
    }
  }

  /// Reads a part of a large text file.
  private func part(
    _ wish: TextWindow.Wish,
    of page: PageReference,
    _ isReload: Bool,
    while isWanted: (SearchProgress) -> Bool
  ) -> ReadPage {
    do throws(TreeProblem) {
      if let found = try loadPart(wish, at: page.path, isReload: isReload, while: isWanted) {
        return ReadPage(content(of: found.page, at: page.path), start: found.start)
      }
      guard case .match(let query, _, _) = wish else { return ReadPage(.gone(page.label)) }
      return ReadPage(.gone(page.label), complaint: .noMatch(for: query.text))
    } catch {
      return ReadPage(
        .gone(page.label),
        complaint: Rejection("\(page.label) can't be read any more")
      )
    }
  }

  /// Reads a directory or a file.
  private func file(_ page: PageReference) -> SessionContent {
    var limits = treeLimits
    if page.isPreview { limits.fileBytes = TreeLimits.previewBytes }
    limits.opensParts = !page.isPreview
    let found = loadTreePage(
      path: page.path,
      ancestors: page.ancestors,
      order: page.source.order,
      limits: limits
    )
    .highlighted(by: highlighter, as: page.path)
    return content(of: found, at: page.path)
  }

  private func content(of found: TreePage, at path: [UInt8]) -> SessionContent {
    guard case .page(var text) = SessionContent(found) else { return SessionContent(found) }
    text.lines = found.lines(at: path)
    return .page(text)
  }

  /// Returns a page with the source text of a stack's document.
  func document(of stack: StackContent, for session: UInt64) -> PageContent {
    let title = stack.root.title
    do throws(ContentError) {
      let text = try confined(to: session) { () throws(ContentError) in
        try outlines.text(at: stack.source, for: session)
      }
      let lines = highlighter.highlighted(text).lines
      return PageContent(title: title, document: TextDocument(blocks: [.preformatted(lines)]))
    } catch {
      return PageContent(title: title, document: .problem(error.brief))
    }
  }

  /// Whether all pages of a program are available as soon as its list is.
  func isOfFewPages(_ source: PageSource, for session: UInt64) -> Bool {
    programs.isDiff(source, of: session)
  }

  /// Whether the source of a page exists, whatever its type, and is read as far as the page.
  package func isThere(_ request: PageReference, in session: UInt64) -> Bool {
    switch request.source.kind {
    case .files: isAnything(at: request.path)
    case .outline:
      confined(to: session) {
        outlines.document(of: request.source, for: session)?.isKnown(at: request.path) ?? true
      }
    case .docs, .program, .nowhere: true
    }
  }

  /// Sets whether programs may be run; running programs continue.
  package func allowPrograms(_ isAllowed: Bool) { programs.allow(isAllowed) }

  /// Sets whether diagrams of content that is read from now on are drawn; at first they are not.
  package func allowDiagrams(_ isAllowed: Bool) { diagrams.allow(isAllowed) }

  /// Sets whether entries of directories that are read from now on have icons; at first they have none.
  package func allowIcons(_ isAllowed: Bool) { hasIcons.store(isAllowed, ordering: .relaxed) }

  /// The limits of pages of trees.
  var treeLimits: TreeLimits {
    var limits = TreeLimits()
    limits.hasIcons = hasIcons.load(ordering: .relaxed)
    return limits
  }

  /// Releases the resources of a session that has ended or was not created.
  package func close(_ session: UInt64) {
    programs.close(session)
    diagrams.forget(session)
    bundles?.close(session)
    outlines.close(session)
    finders.close(session)
  }

  /// Starts a search, or continues one, and returns the results so far.
  ///
  /// - Parameters:
  ///   - words: the words to look for.
  ///   - scope: where to look for them.
  ///   - session: the session that shows it.
  ///   - client: the id of the client; each client has one search at a time.
  /// - Returns: the results so far.
  package func find(
    _ words: String,
    in scope: FindScope,
    for session: UInt64,
    client: [UInt8]
  ) -> FoundPlaces {
    let root = bundles?.root(of: session)
    let query = Finders.Query(session: session, client: client, scope: scope, words: words)
    let subject = ReadingRoot.confined(to: root) { () -> TextFinding.Subject? in
      self.subject(of: scope.source, for: session, in: root)
    }
    return finders.find(query, in: subject)
  }

  /// Returns the book or document of a source for a search of words; nil if it has only files.
  private func subject(
    of source: PageSource,
    for session: UInt64,
    in root: String?
  ) -> TextFinding.Subject? {
    switch source.kind {
    case .docs:
      let docs = try? Docs(path: String(decoding: source.location, as: UTF8.self))
      return .book(
        ReadingBudget.inherited { (keys: [[UInt8]]) -> PageContent? in
          let path = Array(keys.map { [0x2F] + $0 }.joined())
          let page = ReadingRoot.confined(to: root) { docs?.page(at: path).content }
          guard case .page(let page)? = page else { return nil }
          return page
        }
      )
    case .outline:
      let document = ReadingBudget.inherited { [outlines] (source: PageSource) -> DataDocument? in
        ReadingRoot.confined(to: root) { outlines.document(of: source, for: session) }
      }
      return .document { document(source) }
    case .files, .nowhere, .program: return nil
    }
  }
}

/// The content that was read for a session.
package struct ReadContent: Sendable {
  package let content: SessionContent
  /// Why tabs could not be read, by their indices; something else is shown instead of them.
  package fileprivate(set) var unread: [Int: ContentFailure] = [:]

  /// The failure of the first of them.
  package var failure: ContentFailure? { unread.min { $0.key < $1.key }?.value }
}

/// Whether a path exists, whatever its type.
private func isAnything(at path: [UInt8]) -> Bool {
  guard !path.contains(0) else { return false }
  var status = stat()
  return lstat(path.terminated, &status) == 0 || errno != ENOENT
}

extension TextDocument {
  /// Returns a document with an error message.
  static func problem(_ text: String) -> TextDocument {
    TextDocument(blocks: [.note(text, .error)])
  }
}

extension SessionContent {
  /// Returns a page for content that does not exist any more.
  static func gone(_ title: String) -> SessionContent {
    let note = "This is not there any more: go back and open it again."
    return .page(PageContent(title: title, document: .problem(note)))
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

extension PageContent {
  init(_ listing: DirectoryListing) {
    // A value is made of each entry only to pack and to measure it.
    var longest = (line: 0, detail: 0)
    let entries = listing.entries.lazy.map { entry in
      let row = ListEntry(
        key: entry.name,
        label: entry.title,
        detail: entry.detail,
        lead: listing.hasIcons ? "\(entry.icon) " : "",
        remark: entry.remark,
        opens: entry.isBranch ? .list : .text,
        isFaulty: entry.kind == .brokenLink
      )
      longest.line = max(longest.line, columnWidth(of: row.lead + row.label))
      longest.detail = max(longest.detail, columnWidth(of: row.detail))
      return row
    }
    let packed = ListEntries(entries)
    // An unusual order is named in the first row, which stays visible while rows are scrolled.
    let sections = listing.order.heading.map { ListSection(title: $0, entries: 0..<packed.count) }
    self.init(
      title: listing.title,
      list: ListContent(
        entries: packed,
        sections: [sections].compactMap(\.self),
        notes: [listing.note].compactMap(\.self),
        longest: longest
      )
    )
  }
}
