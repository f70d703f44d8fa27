import NavBase
import NavSystem
import Synchronization

/// A cache of the JSON and YAML documents that sessions show; each is read once for all of them.
///
/// A document that takes long is read to its end on a thread of its own, and its sessions are notified of the progress.
final class DocumentCache: Sendable {
  private struct Shelved {
    var document: DataDocument
    var state: FileState
    var sessions: Set<UInt64>
  }

  /// A document that came with a request.
  private struct Given {
    var document: DataDocument
    var text: GivenText
  }

  private let shelf = Mutex<[String: Shelved]>([:])
  /// By session, and by the location that its pages are read from.
  private let given = Mutex<[UInt64: [[UInt8]: Given]]>([:])
  private let changed: @Sendable (UInt64) -> Void

  /// The longest wait of the first request for the end of a document.
  private static let patience = Duration.milliseconds(250)
  /// The interval at which sessions are notified that more of a document is read.
  private static let news = Duration.milliseconds(500)

  init(changed: @escaping @Sendable (UInt64) -> Void) {
    self.changed = changed
  }

  /// Returns the document at a path in its current state; of a sequence of JSON texts that has grown, only what was
  /// appended is read.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - session: the session that shows it.
  /// - Returns: the document, as far as it is read.
  /// - Throws: if the file can't be read.
  func document(at path: String, for session: UInt64) throws(ContentError) -> DataDocument {
    guard ReadingRoot.admits(path.utf8) else { throw .outside(path: path) }
    ReadFiles.note(path)
    let state = FileState(path)
    var known = state.isThere ? shelf.withLock { $0[path] } : nil
    var hasMore = known == nil
    if let before = known, before.state != state {
      switch state.size(grownSince: before.state).map(before.document.grow) ?? .reopened {
      case .reopened: (known, hasMore) = (nil, true)
      case .isBeingRead: break
      case .hasMore: hasMore = true
      }
    }
    let document: DataDocument
    if let known { document = known.document } else { document = try DataDocument(path: path) }
    guard state.isThere else { return document }
    shelf.withLock { shelf in
      let sessions = (shelf[path]?.sessions ?? []).union([session])
      shelf[path] = Shelved(document: document, state: state, sessions: sessions)
    }
    if hasMore { read(document, at: path) }
    return document
  }

  /// Returns a document that came with a request, and reads it at once, as it is not long.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - session: the session that shows it.
  /// - Returns: the document, and the source of its pages.
  func document(
    of text: GivenText,
    for session: UInt64
  ) -> (DataDocument, source: PageSource) {
    // Begins with a zero byte, unlike any path.
    let location = [0] + Array("\(text.hashValue)".utf8)
    let source = PageSource(.outline, at: location)
    if let known = given.withLock({ $0[session]?[location] }) { return (known.document, source) }
    let document = DataDocument(
      text.bytes,
      format: DataDocument.Format(guessing: text.bytes),
      name: sanitized(text.shownName)
    )
    while document.readOn() {}
    given.withLock { $0[session, default: [:]][location] = Given(document: document, text: text) }
    return (document, source)
  }

  /// Returns the document of a source, as far as it is read; nil if it can't be read.
  func document(of source: PageSource, for session: UInt64) -> DataDocument? {
    if source.location.first == 0 {
      return given.withLock { $0[session]?[source.location]?.document }
    }
    return try? document(at: String(decoding: source.location, as: UTF8.self), for: session)
  }

  /// Returns a page of a stack whose source is a document.
  func page(_ request: PageReference, of session: UInt64) -> ReadPage {
    let location = request.source.location
    if location.first == 0 {
      let found = given.withLock { $0[session]?[location] }
      return ReadPage(
        found.map { .page($0.document.page(at: request.path)) } ?? .gone(request.label)
      )
    }
    do throws(ContentError) {
      let path = String(decoding: location, as: UTF8.self)
      let document = try document(at: path, for: session)
      guard let entry = request.entry, let end = request.path.lastIndex(of: UInt8(ascii: "/"))
      else {
        return ReadPage(.page(document.page(at: request.path)))
      }
      let (around, key) = (request.path[...end], Array(request.path[(end + 1)...]))
      let now = document.key(following: key, at: entry, of: around)
      let page = document.page(at: around + now.key)
      return ReadPage(.page(page), key: now.key, isLost: now.isLost)
    } catch {
      return ReadPage(
        .page(PageContent(title: request.label, document: .problem(error.brief)))
      )
    }
  }

  /// Returns the source text of a document.
  ///
  /// - Parameters:
  ///   - source: the source of its pages.
  ///   - session: the session that shows it.
  /// - Returns: its lines, and the language for highlighting.
  /// - Throws: if the file can't be read, or is longer than `ExportLimits.documentBytes`.
  func text(at source: PageSource, for session: UInt64) throws(ContentError) -> TextCode {
    let found = given.withLock { $0[session]?[source.location] }
    let text: String
    let isYAML: Bool
    if let found {
      text = String(decoding: found.text.bytes, as: UTF8.self)
      isYAML = DataDocument.Format(guessing: found.text.bytes) == .yaml
    } else {
      let path = String(decoding: source.location, as: UTF8.self)
      text = try loadText(path: path, limit: ExportLimits.documentBytes)
      isYAML = DataDocument.Format(name: path) == .yaml
    }
    let lines = sanitizedLines(of: text)
    return TextCode(language: isYAML ? "yaml" : "json", lines: lines.map { StyledText($0) })
  }

  /// Releases the documents that no other session shows.
  func close(_ session: UInt64) {
    given.withLock { $0[session] = nil }
    shelf.withLock { shelf in
      for path in shelf.keys {
        guard shelf[path]?.sessions.remove(session) != nil, shelf[path]?.sessions.isEmpty == true
        else { continue }
        shelf[path] = nil
      }
    }
  }

  // MARK: Reading

  /// Reads a document for `patience`, and the rest of it on another thread.
  private func read(_ document: DataDocument, at path: String) {
    let end = monotonicNow() + Self.patience
    while monotonicNow() < end {
      guard document.readOn() else { return }
    }
    let isStarted = startThread { [self] in
      readOn(document, at: path)
    }
    if !isStarted { while document.readOn() {} }
  }

  private func readOn(_ document: DataDocument, at path: String) {
    var next = monotonicNow() + Self.news
    while document.readOn() {
      guard monotonicNow() >= next else { continue }
      // No session shows it any more, or the file has changed.
      guard tell(of: document, at: path) else { return }
      next = monotonicNow() + Self.news
    }
    _ = tell(of: document, at: path)
  }

  /// Notifies the sessions of a document; returns false if it has none.
  private func tell(of document: DataDocument, at path: String) -> Bool {
    let sessions = shelf.withLock { shelf in
      shelf[path].flatMap { $0.document === document ? $0.sessions : nil } ?? []
    }
    for session in sessions.sorted() { changed(session) }
    return !sessions.isEmpty
  }
}

extension StackContent {
  /// Creates a stack of a document, as far as it is read.
  init(_ document: DataDocument, source: PageSource) {
    self.init(root: .page(document.page(at: [])), path: [], source: source)
  }
}

/// The lines of a text, each sanitised.
private func sanitizedLines(of text: String) -> [String] {
  var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines.map { sanitized(String($0), keeping: .tabs) }
}
