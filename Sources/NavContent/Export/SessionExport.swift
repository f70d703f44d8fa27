package import NavBase

/// Collects what a session shows, and writes it as a file.
///
/// Complete for decks, books, documents, scenes, texts, the output of programs, and the differences of `git diff`. Of
/// directories and commits, it contains the lists and the pages that are open.
package struct SessionExport {
  let reader: ContentReader
  let session: UInt64
  let openPages: [PageReference]
  private var pages: [ExportedPage] = []
  /// The number of decks, books and stacks begun so far.
  private var groups = 0
  /// The number of pages left out at the limit.
  private var rest = 0
  private var omissions: [String] = []

  /// The content to export.
  package struct Job: Sendable {
    package var content: ContentSpec
    package var session: UInt64
    /// The session's name, for content without a title.
    package var name: String
    package var format: ExportFormat
    /// The open pages that had to be read for it.
    package var openPages: [PageReference]

    package init(
      _ content: ContentSpec,
      of session: UInt64,
      name: String,
      format: ExportFormat,
      openPages: [PageReference] = []
    ) {
      self.content = content
      self.session = session
      self.name = name
      self.format = format
      self.openPages = openPages
    }
  }

  /// Reads what is exported and begins to write it; may be called on any thread.
  ///
  /// - Parameters:
  ///   - job: what is exported.
  ///   - reader: the reader of the session's content.
  /// - Returns: the export.
  /// - Throws: if the content can't be read.
  package static func begin(
    _ job: Job,
    by reader: ContentReader
  ) throws(ContentFailure) -> OngoingExport {
    try reader.confined(to: job.session) { () throws(ContentFailure) in
      guard case .html = job.format else { return try gathered(job, by: reader) }
      return try MarkdownPictures.kept { () throws(ContentFailure) in
        try gathered(job, by: reader)
      }
    }
  }

  private static func gathered(
    _ job: Job,
    by reader: ContentReader
  ) throws(ContentFailure) -> OngoingExport {
    let content = try reader.read(job.content, for: job.session)
    var gathering = SessionExport(reader: reader, session: job.session, openPages: job.openPages)
    let isDeck = job.content.isDeck
    if isDeck {
      gathering.addSlides(of: content)
    } else {
      gathering.add(content, at: ExportPlace())
    }
    let title = sanitized(content.title)
    let whole = ContentExport(
      title: title.isEmpty ? job.name : title,
      isDeck: isDeck,
      pages: gathering.pages,
      omissions: gathering.allOmissions
    )
    return OngoingExport(whole, job, by: reader)
  }

  private var allOmissions: [String] {
    guard rest > 0 else { return omissions }
    let limit = ExportLimits.pages
    return omissions + ["\(rest) further pages are left out: an export has at most \(limit)."]
  }

  // MARK: Content

  mutating func add(_ content: SessionContent, at place: ExportPlace) {
    content.kind.export(to: &self, at: place)
  }

  mutating func add(
    _ page: PageContent,
    at place: ExportPlace,
    entryName: (ListEntry) -> String? = { _ in nil }
  ) {
    guard !isFull else { return leaveOut(1) }
    let title = sanitized(page.title)
    pages.append(
      ExportedPage(
        title: title,
        place: place.titles.last == title ? place.titles : place.titles + [title],
        document: page.exported(entryName),
        written: page.writtenLines,
        file: page.window?.path,
        footer: page.footer.map { [$0.left, $0.center, $0.right] } ?? [],
        names: place.names,
        group: place.group
      )
    )
  }

  /// Begins a deck, a book or a stack; returns its number.
  mutating func beginGroup() -> Int {
    groups += 1
    return groups
  }

  var isFull: Bool { pages.count >= ExportLimits.pages }

  mutating func leaveOut(_ count: Int) { rest += count }

  mutating func omit(_ sentence: String) {
    if !omissions.contains(sentence) { omissions.append(sentence) }
  }
}

/// The place of a page in an export.
struct ExportPlace {
  /// The titles of the enclosing pages, outermost first.
  var titles: [String] = []
  /// The link names of the page within its group.
  var names: [String] = []
  /// The number of the deck, book or stack that contains the page; 0 for none.
  var group = 0

  /// Returns the place of a page inside one with these titles, outside of any group.
  func inside(_ more: [String]) -> ExportPlace { ExportPlace(titles: titles + more) }
}

extension ContentSpec {
  /// Whether what it shows are the slides of one deck.
  fileprivate var isDeck: Bool {
    switch self {
    case .tour: true
    case .path(let content): content.kind.traits.export == .slides
    case .text(let text): text.form == .deck
    case .bundle(let bundle): bundle.entry.isDeck
    case .command, .tabs: false
    }
  }
}

/// The limits of an export.
package enum ExportLimits {
  /// Bytes of all pages of an export together.
  package static let bytes = 16 << 20
  /// The longest JSON or YAML document that is exported as it is written.
  package static let documentBytes = 8 << 20
  /// Pages of an export; further ones are left out.
  package static let pages = 5_000
  /// Entries of one list in an export; further ones are left out.
  package static let entries = 10_000
}
