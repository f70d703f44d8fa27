package import NavBase
package import NavScene

/// An entry of a session's journal, and of a recording (proto/README.md: Journal and recordings).
package struct JournalEntry: Hashable, Sendable {
  /// The time since the journal or the recording began, in whole milliseconds.
  package var time: Duration
  package var event: Event
  /// The viewer, or a script, that did it; nil for nobody, and for readers that do not ask for names.
  package var name: ViewerName?

  package enum Event: Hashable, Sendable {
    /// The session shows content from now on.
    case content(JournalContent)
    /// A part of one of the files of the last content.
    case file(Request.Bundle.Piece)
    case step(RecordedStep)
    /// A user has marked the time; the name may be empty.
    case mark(String)
    /// A script has said a sentence.
    case said(String)
  }

  package init(_ event: Event, at time: Duration, by name: ViewerName? = nil) {
    (self.event, self.time, self.name) = (event, time, name)
  }
}

/// The content of a session, without anything that nobody has opened.
package struct JournalContent: Hashable, Sendable {
  /// Content of files is that of a bundle of `files`.
  package var spec: ContentSpec
  /// The files that were read for it so far; none for other content.
  package var files: [BundleFile]
  /// Rises whenever other content is shown.
  ///
  /// One with the number of the content before it only has further files.
  package var number: UInt64

  package init(_ spec: ContentSpec, files: [BundleFile] = [], number: UInt64) {
    (self.spec, self.files, self.number) = (spec, files, number)
  }
}

extension Request {
  /// Reads the journal of a session, from an entry on.
  package struct Journal: Hashable, Sendable {
    package var session: SessionReference
    /// The first entry that is wanted; nil to begin with the present state.
    package var since: Position?
    /// How long to wait for an entry, at most `longestWait`.
    package var wait: Duration
    /// Whether it is recorded: with the files of the content, and so that all viewers see it.
    package var records: Bool
    /// Whether the entries say who did it.
    package var names: Bool

    /// A place in a journal.
    package struct Position: Hashable, Sendable {
      /// The journal: another one begins with each start of the daemon.
      package var journal: UInt64
      /// The number of an entry.
      package var entry: UInt64

      package init(_ journal: UInt64, entry: UInt64) {
        (self.journal, self.entry) = (journal, entry)
      }
    }

    package static let longestWait = Duration.seconds(60)

    package init(
      _ session: SessionReference,
      since: Position? = nil,
      wait: Duration = .zero,
      records: Bool = false,
      names: Bool = false
    ) {
      (self.session, self.since, self.wait) = (session, since, wait)
      (self.records, self.names) = (records, names)
    }
  }
}

extension Reply {
  /// A part of a journal.
  package struct JournalPart: Hashable, Sendable {
    /// Consecutive entries, the first ones of those that were wanted; the present state first if these are gone.
    package var entries: [JournalEntry]
    /// Where the next part begins.
    package var next: Request.Journal.Position
    /// Whether the entries follow those before the position that was asked for.
    package var isContinued: Bool

    /// The bytes of entries from which on the others are left to the next part.
    package static let byteLimit = 256 << 10

    package init(
      _ entries: [JournalEntry],
      next: Request.Journal.Position,
      isContinued: Bool
    ) {
      (self.entries, self.next, self.isContinued) = (entries, next, isContinued)
    }

    package mutating func removeNames() {
      for index in entries.indices { entries[index].name = nil }
    }
  }
}

// MARK: On the wire

extension JournalEntry: WireMessage {
  private static let members: WireMembers = [2, 3, 4, 5, 6]

  private var member: Int {
    switch event {
    case .content: 2
    case .file: 3
    case .step: 4
    case .mark: 5
    case .said: 6
    }
  }

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (time, name) = (value?.time ?? .zero, value?.name)
    try archive.milliseconds(1, &time)
    let event = try Self.event(value, &archive)
    try archive.string(7, &name)
    return Self(event, at: time, by: name)
  }

  private static func event(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Event {
    switch archive.member(value?.member, of: members) {
    case 2:
      var content: JournalContent?
      if case .content(let given) = value?.event { content = given }
      return .content(try archive.message(2, content))
    case 3:
      var piece: Request.Bundle.Piece?
      if case .file(let given) = value?.event { piece = given }
      return .file(try archive.message(3, piece))
    case 4:
      var step: RecordedStep?
      if case .step(let given) = value?.event { step = given }
      return .step(try archive.message(4, step))
    case 5:
      var name: String?
      if case .mark(let given) = value?.event { name = given }
      try archive.string(5, &name)
      return .mark(try commandText(name ?? ""))
    case 6:
      var text: String?
      if case .said(let given) = value?.event { text = given }
      try archive.string(6, &text)
      return .said(try commandText(text ?? ""))
    default:
      throw WireError("an entry of an unknown kind; navd may be newer than this program")
    }
  }
}

extension JournalContent: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (files, number) = (value?.files ?? [], value?.number ?? 0)
    let spec = try archive.message(1, value?.spec)
    try archive.messages(2, &files)
    try archive.uint64(3, &number)
    return Self(spec, files: files, number: number)
  }
}

extension Request.Journal: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var session = value?.session ?? .blank
    var (journal, entry) = (value?.since?.journal ?? 0, value?.since?.entry ?? 0)
    var (wait, records) = (value?.wait ?? .zero, value?.records ?? false)
    var names = value?.names ?? false
    try archive.message(1, &session)
    try archive.uint64(2, &journal)
    try archive.uint64(3, &entry)
    try archive.milliseconds32(4, &wait)
    try archive.bool(5, &records)
    try archive.bool(6, &names)
    return Self(
      session,
      since: journal == 0 ? nil : Position(journal, entry: entry),
      wait: min(wait, longestWait),
      records: records,
      names: names
    )
  }
}

extension Reply.JournalPart: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (journal, entry) = (value?.next.journal ?? 0, value?.next.entry ?? 0)
    var (entries, isContinued) = (value?.entries ?? [], value?.isContinued ?? false)
    try archive.uint64(1, &journal)
    try archive.uint64(2, &entry)
    try archive.bool(3, &isContinued)
    try archive.messages(4, &entries)
    let next = Request.Journal.Position(journal, entry: entry)
    return Self(entries, next: next, isContinued: isContinued)
  }
}

extension RecordedStep: WireMessage {
  private static let members: WireMembers = [1, 2, 3, 4, 5]

  private var member: Int {
    switch self {
    case .state: 1
    case .input: 2
    case .preview: 3
    case .previewed: 4
    case .searchEnded: 5
    }
  }

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    // A member is written even if it has the default of its type.
    var flag = Bool?.some(true)
    switch archive.member(value?.member, of: members) {
    case 1:
      var state: RecordedState?
      if case .state(let given) = value { state = given }
      return .state(try archive.message(1, state))
    case 2:
      var input: RecordedInput?
      if case .input(let given) = value { input = given }
      return .input(try archive.message(2, input))
    case 3:
      if case .preview(let isSeen) = value { flag = isSeen }
      try archive.bool(3, &flag)
      return .preview(isSeen: flag ?? false)
    case 4:
      try archive.bool(4, &flag)
      return .previewed
    case 5:
      try archive.bool(5, &flag)
      return .searchEnded
    default:
      throw WireError("a step of an unknown kind; the daemon may be older than the client")
    }
  }
}

extension RecordedInput: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var followers = value?.followers ?? []
    let viewport = try archive.message(3, value?.viewport)
    let action = try SessionAction.coded(value?.action, of: SessionAction.recorded, &archive)
    try archive.messages(11, &followers)
    return Self(action, in: viewport, followers: followers)
  }
}

extension RecordedState: WireFields {
  package static var blank: Self { Self(NavigationState()) }

  package mutating func fields<Archive: WireArchive>(
    _ archive: inout Archive
  ) throws(WireError) {
    try archive.message(1, &place)
    var pages = ids.pages.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    try archive.messages(2, &pages) { pages, archive throws(WireError) in
      var (path, ids) = (pages?.key ?? [], pages?.value ?? [])
      try archive.uint32s(1, &path)
      try archive.uint32s(2, &ids)
      return (path, ids)
    }
    try archive.uint32(3, &ids.preview)
    try archive.uint32(4, &ids.next)
    try archive.enumeration(5, &preview.mode, or: .auto)
    try archive.bool(6, &preview.isSeen)
    try archive.bool(7, &preview.isFilled)
    if !Archive.isWriter { ids.pages = Dictionary(pages.map { ($0.key, $0.value) }) { $1 } }
  }
}

extension PreviewMode: WireEnumeration {
  package var number: UInt32 {
    switch self {
    case .auto: 0
    case .on: 1
    case .off: 2
    }
  }
}
