import CNavSupport
import Glibc
import NavConfiguration
import NavContent
import NavHost
import NavLayout
import NavSession
import NavText
import NavWire
import Synchronization

/// The JSON and YAML documents that sessions show, each read once for all of them.
///
/// A document that takes long is read on on a thread of its own, and its sessions are told how far it is.
final class OutlineShelf: Sendable {
  private struct Shelved {
    var document: OutlineDocument
    var state: FileState
    var sessions: Set<UInt64>
  }

  /// A document that came with a request.
  private struct Given {
    var document: OutlineDocument
    var text: GivenText
  }

  private let shelf = Mutex<[String: Shelved]>([:])
  /// By session, and by where its pages come from.
  private let given = Mutex<[UInt64: [[UInt8]: Given]]>([:])
  private let changed: @Sendable (UInt64) -> Void

  /// So long whoever asks first waits for the end of a document.
  private static let patience = Duration.milliseconds(250)
  /// So long who looks through a document waits until all of it is read.
  private static let wholeReading = Duration.seconds(30)
  /// How often sessions are told that more of a document is there.
  private static let news = Duration.milliseconds(500)

  init(changed: @escaping @Sendable (UInt64) -> Void) {
    self.changed = changed
  }

  /// The document at a path as it is now.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - session: who shows it.
  /// - Returns: the document, as far as it is read.
  /// - Throws: where the file can't be read.
  func document(at path: String, for session: UInt64) throws(ContentError) -> OutlineDocument {
    ReadFiles.note(path)
    let state = FileState(path)
    let shelved = shelf.withLock { shelf -> OutlineDocument? in
      guard state.isThere, shelf[path]?.state == state else { return nil }
      shelf[path]?.sessions.insert(session)
      return shelf[path]?.document
    }
    if let shelved { return shelved }
    let document = try OutlineDocument(path: path)
    guard state.isThere else { return document }
    shelf.withLock { shelf in
      let sessions = (shelf[path]?.sessions ?? []).union([session])
      shelf[path] = Shelved(document: document, state: state, sessions: sessions)
    }
    read(document, at: path)
    return document
  }

  /// A document that came with a request, read at once: it is not long.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - session: who shows it.
  /// - Returns: the document, and where its pages come from.
  func document(
    of text: GivenText,
    for session: UInt64
  ) -> (OutlineDocument, source: PageSource) {
    // Begins as no path does.
    let location = [0] + Array("\(text.hashValue)".utf8)
    let source = PageSource(.outline, at: location)
    if let known = given.withLock({ $0[session]?[location] }) { return (known.document, source) }
    let document = OutlineDocument(
      text.bytes,
      format: OutlineDocument.Format(guessing: text.bytes),
      name: sanitized(text.shownName)
    )
    while document.readOn() {}
    given.withLock { $0[session, default: [:]][location] = Given(document: document, text: text) }
    return (document, source)
  }

  /// The page at a path of a document, as far as that is read; nil where it can't be read.
  func content(at path: [UInt8], _ source: PageSource, for session: UInt64) -> PageContent? {
    var document = given.withLock { $0[session]?[source.location]?.document }
    if document == nil, source.location.first != 0 {
      document = try? self.document(
        at: String(decoding: source.location, as: UTF8.self),
        for: session
      )
    }
    guard let document else { return nil }
    // Whoever looks through all of it waits for its end.
    let end = monotonicNow() + Self.wholeReading
    while !document.progress.isDone, monotonicNow() < end { usleep(5_000) }
    guard case .page(let page) = SessionContent(document.page(at: path)) else { return nil }
    return page
  }

  /// The page of a stack whose location is a document's.
  func page(_ request: PageRequest, of session: UInt64) -> SessionContent {
    let location = request.source.location
    if location.first == 0 {
      let found = given.withLock { $0[session]?[location] }
      return found.map { SessionContent($0.document.page(at: request.path)) }
        ?? .gone(request.label)
    }
    do throws(ContentError) {
      let path = String(decoding: location, as: UTF8.self)
      return SessionContent(try document(at: path, for: session).page(at: request.path))
    } catch {
      return .page(PageContent(title: request.label, document: .problem(error.description)))
    }
  }

  /// A document as it is written.
  ///
  /// - Parameters:
  ///   - source: where its pages come from.
  ///   - session: who shows it.
  /// - Returns: its lines.
  /// - Throws: where the file can't be read, or is longer than `DaemonLimits.exportDocumentBytes`.
  func text(at source: PageSource, for session: UInt64) throws(ContentError) -> TextCode {
    let found = given.withLock { $0[session]?[source.location] }
    let text: String
    let isYAML: Bool
    if let found {
      text = String(decoding: found.text.bytes, as: UTF8.self)
      isYAML = OutlineDocument.Format(guessing: found.text.bytes) == .yaml
    } else {
      let path = String(decoding: source.location, as: UTF8.self)
      text = try loadText(path: path, limit: DaemonLimits.exportDocumentBytes)
      isYAML = OutlineDocument.Format(name: path) == .yaml
    }
    let lines = sanitizedLines(of: text)
    return TextCode(language: isYAML ? "yaml" : "json", lines: lines.map { StyledText($0) })
  }

  /// Lets go of what only this session shows.
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

  /// Reads a document for a moment, and the rest of it on another thread.
  private func read(_ document: OutlineDocument, at path: String) {
    let end = monotonicNow() + Self.patience
    while monotonicNow() < end {
      guard document.readOn() else { return }
    }
    let isStarted = Work { [self] in
      readOn(document, at: path)
    }.start()
    if !isStarted { while document.readOn() {} }
  }

  private func readOn(_ document: OutlineDocument, at path: String) {
    var next = monotonicNow() + Self.news
    while document.readOn() {
      guard monotonicNow() >= next else { continue }
      // Nobody shows it any more, or the file is another one.
      guard tell(of: document, at: path) else { return }
      next = monotonicNow() + Self.news
    }
    _ = tell(of: document, at: path)
  }

  /// Tells the sessions of a document; false when it has none.
  private func tell(of document: OutlineDocument, at path: String) -> Bool {
    let sessions = shelf.withLock { shelf in
      shelf[path].flatMap { $0.document === document ? $0.sessions : nil } ?? []
    }
    for session in sessions.sorted() { changed(session) }
    return !sessions.isEmpty
  }
}

extension SessionContent {
  init(_ page: OutlinePage) {
    switch page {
    case .text(let title, let document): self = .page(PageContent(title: title, document: document))
    case .list(let list):
      let entries = list.entries.map { entry in
        ListEntry(
          key: entry.key,
          label: entry.label,
          detail: entry.detail,
          remark: entry.preview.isEmpty ? "" : " " + entry.preview,
          opens: entry.opensList ? .list : .text
        )
      }
      self = .page(
        PageContent(
          title: list.title,
          list: ListContent(entries: entries, notes: list.notes, details: .column)
        )
      )
    }
  }
}

extension StackContent {
  /// A document as far as it is read.
  init(_ document: OutlineDocument, source: PageSource) {
    self.init(root: SessionContent(document.page(at: [])), path: [], source: source)
  }

  /// The document at a path as far as it is read.
  init(_ document: OutlineDocument, path: String) {
    self.init(document, source: PageSource(.outline, at: Array(path.utf8)))
  }
}

/// The lines of a text, each sanitised.
private func sanitizedLines(of text: String) -> [String] {
  var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines.map { sanitized(String($0), keeping: .tabs) }
}
