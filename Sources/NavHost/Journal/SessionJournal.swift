import NavBase
import NavEngine
import NavScene
import NavWire

/// The journal of a session: all that has changed its model, in the order in which the core has taken it (proto/README.md:
/// Journal and recordings).
///
/// Adding an entry moves values that exist anyway; they are encoded when somebody reads them. Entries are added in the
/// turn in which they happen and read after its commit. A state is added behind `entriesBehindState` entries, and
/// `DaemonTiming.journalState` after the one before, so that a replay can begin there; the oldest entries are dropped
/// from one state to the next.
struct SessionJournal: Sendable {
  /// The entries from a state on, up to the next one.
  private struct Segment: Sendable {
    /// The number of its first entry.
    let first: UInt64
    let startedAt: Duration
    var entries: [JournalEntry] = []
    /// The version of the session behind each of them.
    var versions: [UInt64] = []
    /// The memory that they take, in bytes, about.
    var size = 0
  }

  /// Content that was shown, and the number of the entry with which that began.
  private struct Shown: Sendable {
    let first: UInt64
    let content: SessionContent
    /// Its memory, in bytes.
    let size: Int
  }

  /// Never empty once it has begun.
  private var segments: [Segment] = []
  private let beginning: Duration
  /// The number of the next entry.
  private(set) var next: UInt64 = 1
  /// The memory that its entries take, in bytes, about.
  private(set) var size = 0
  /// The number of the content that is shown (`JournalContent`).
  private(set) var content: UInt64 = 0
  /// The number of the last entry that a recording is to have at once: content, a file, a mark or a sentence.
  private var lastUrgent: UInt64 = 0
  /// The contents in which places are shown again, the present one last.
  private var shown: [Shown] = []
  /// The version of the session behind the entries that are added next.
  var version: UInt64 = 0
  /// The files of that content that entries have.
  private(set) var files: Set<ContentHash> = []

  /// The entries behind a state before the next one.
  static let entriesBehindState = 500

  /// - Parameter now: the time of the turn.
  init(at now: Duration) { beginning = now }

  /// Whether a state is to be added behind the newest entry.
  func isStateDue(at now: Duration) -> Bool {
    guard let last = segments.last else { return true }
    return last.entries.count > Self.entriesBehindState
      || now - last.startedAt >= DaemonTiming.journalState
  }

  // MARK: Adding

  /// Adds an entry; O(1) apart from the growth of an array.
  mutating func add(_ event: JournalEntry.Event, at now: Duration, by name: ViewerName? = nil) {
    guard !segments.isEmpty else { return }
    let size = event.memorySize
    if event.isUrgent { lastUrgent = next }
    segments[segments.count - 1].entries.append(
      JournalEntry(event, at: now - beginning, by: name)
    )
    segments[segments.count - 1].versions.append(version)
    segments[segments.count - 1].size += size
    self.size += size
    next += 1
  }

  /// Adds a state, from which a replay can begin in the content that is shown, and drops what is too old or too much.
  mutating func add(_ state: RecordedState, at now: Duration, limit: Int) {
    begin(at: now)
    add(.step(.state(state)), at: now)
    trim(at: now, limit: limit)
  }

  /// Adds content that is shown from now on, and the state in it.
  ///
  /// - Parameters:
  ///   - spec: the content.
  ///   - read: the content as it was read, and its memory in bytes.
  ///   - state: the state.
  ///   - now: the time of the turn.
  ///   - limit: the limit of the journal's memory, in bytes.
  mutating func show(
    _ spec: ContentSpec,
    _ read: (content: SessionContent, size: Int),
    _ state: RecordedState,
    at now: Duration,
    limit: Int
  ) {
    content += 1
    files = []
    begin(at: now)
    shown.append(Shown(first: next, content: read.content, size: read.size))
    add(.content(JournalContent(spec, number: content)), at: now)
    add(.step(.state(state)), at: now)
    trim(at: now, limit: limit)
  }

  /// Adds the files that were read for the content that is shown.
  ///
  /// - Parameters:
  ///   - found: the content and its files.
  ///   - isBeginning: whether a reader begins here, which has none of them.
  ///   - now: the time of the turn.
  mutating func add(_ found: CollectedContent, isBeginning: Bool, at now: Duration) {
    if isBeginning { files = [] }
    let new = found.bytes.filter { !files.contains($0.key) }
    guard isBeginning || !new.isEmpty else { return }
    let content = JournalContent(found.spec, files: found.files, number: content)
    add(.content(content), at: now)
    for (hash, bytes) in new.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
      files.insert(hash)
      for offset in stride(from: 0, to: bytes.count, by: BundleManifest.Limits.pieceBytes) {
        let part = Array(bytes[offset...].prefix(BundleManifest.Limits.pieceBytes))
        add(.file(Request.Bundle.Piece(of: hash, offset: offset, bytes: part)), at: now)
      }
    }
  }

  /// Begins a segment; the next entry is its first one.
  mutating func begin(at now: Duration) {
    if segments.last?.entries.isEmpty == true { segments.removeLast() }
    segments.append(Segment(first: next, startedAt: now))
  }

  private mutating func trim(at now: Duration, limit: Int) {
    let oldest = now - DaemonTiming.journal
    while segments.count > 1, size > limit || segments[1].startedAt < oldest {
      size -= segments.removeFirst().size
    }
    let first = segments.first?.first ?? next
    while shown.count > 1, earlierSize > limit / 4 || shown[1].first <= first {
      shown.removeFirst()
    }
  }

  /// The memory that the contents before the present one take, in bytes.
  private var earlierSize: Int { shown.dropLast().reduce(0) { $0 + $1.size } }

  // MARK: Reading

  /// The memory that it takes, in bytes, about.
  var memorySize: Int { size + earlierSize }

  /// Whether all entries are kept, from that of the first content on.
  var isWhole: Bool { segments.first?.first == 1 }

  /// Whether entries are kept from a number on, or it is that of the next one.
  func has(_ number: UInt64) -> Bool {
    segments.first.map { $0.first <= number } ?? false && number <= next
  }

  /// When the entry with a number was added; nil if it is not kept.
  func time(of number: UInt64) -> Duration? {
    guard number < next, let segment = segments.last(where: { $0.first <= number }) else {
      return nil
    }
    return beginning + segment.entries[Int(number - segment.first)].time
  }

  /// Whether a part from a number on is worth an answer before more is added: it has a mark or files, or is large.
  func isUrgent(from number: UInt64) -> Bool {
    lastUrgent >= number || next - number >= UInt64(Self.entriesBehindState)
  }

  /// Returns the entries from a number on, up to `Reply.JournalPart.byteLimit` bytes, but at least one.
  func part(from number: UInt64) -> [JournalEntry] {
    var part: [JournalEntry] = []
    var bytes = 0
    for entry in entries(from: number) {
      bytes += entry.event.memorySize
      guard part.isEmpty || bytes <= Reply.JournalPart.byteLimit else { break }
      part.append(entry)
    }
    return part
  }

  private func entries(from number: UInt64) -> some Sequence<JournalEntry> {
    let first = segments.lastIndex { $0.first <= number } ?? 0
    return segments[first...].lazy.flatMap { segment in
      segment.entries.dropFirst(Int(max(number, segment.first) - segment.first))
    }
  }
}

/// Rewinds (proto/README.md: Rewind). A place is the number of the first entry that has not happened at it.
extension SessionJournal {
  /// Inputs that follow each other faster are one step.
  private static let stepGap = Duration.milliseconds(300)

  /// Whether there is a place before the present one.
  var hasPast: Bool { place(before: next) != nil }

  /// The number of the first entry of the oldest content that is kept.
  private var reach: UInt64 { shown.first?.first ?? next }

  /// Returns the place a step before one; nil if nothing is kept from before it.
  func place(before place: UInt64) -> UInt64? {
    var first: (number: UInt64, time: Duration)?
    for segment in segments.reversed() where segment.first < place {
      for (index, entry) in segment.entries.enumerated().reversed() where entry.isInput {
        let number = segment.first + UInt64(index)
        guard number < place else { continue }
        if number < reach { return first?.number }
        if let first, first.time - entry.time >= Self.stepGap { return first.number }
        first = (number, entry.time)
      }
    }
    return first?.number
  }

  /// Returns the place a step behind one; nil if nothing has happened behind it.
  func place(behind place: UInt64) -> UInt64? {
    var last: (number: UInt64, time: Duration)?
    for segment in segments where segment.first + UInt64(segment.entries.count) > place {
      for (index, entry) in segment.entries.enumerated() where entry.isInput {
        let number = segment.first + UInt64(index)
        guard number >= max(place, reach) else { continue }
        if let last, entry.time - last.time >= Self.stepGap { return last.number + 1 }
        last = (number, entry.time)
      }
    }
    return last.map { $0.number + 1 }
  }

  /// Returns the place behind all that had happened when the session had a version; nil if that is not kept.
  func place(ofVersion version: UInt64) -> UInt64? {
    let segment = segments.last { $0.versions.first.map { $0 <= version } ?? false }
    guard let segment, let last = segment.versions.lastIndex(where: { $0 <= version }) else {
      return nil
    }
    let place = segment.first + UInt64(last) + 1
    return place > reach ? place : nil
  }

  /// The oldest version that has a place.
  var oldestVersion: UInt64 {
    let segment = segments.last { $0.first <= reach } ?? segments.first
    return segment?.versions.first ?? version
  }

  /// Returns the content that was shown at a place; nil if that is not kept.
  func content(at place: UInt64) -> SessionContent? {
    shown.last { $0.first < place }?.content
  }

  /// Returns the last state before a place that is kept, and what leads from there to the place.
  func steps(to place: UInt64) -> [RecordedStep] {
    guard let segment = segments.last(where: { $0.first < place }) else { return [] }
    return segment.entries.prefix(Int(place - segment.first)).compactMap { entry in
      if case .step(let step) = entry.event { step } else { nil }
    }
  }
}

extension JournalEntry {
  fileprivate var isInput: Bool { if case .step(.input) = event { true } else { false } }
}

extension JournalEntry.Event {
  /// Whether a recording is to have it at once.
  fileprivate var isUrgent: Bool {
    switch self {
    case .content, .file, .mark, .said: true
    case .step: false
    }
  }

  /// The memory that an entry takes, in bytes, about.
  fileprivate var memorySize: Int {
    let own = MemoryLayout<JournalEntry>.stride
    return switch self {
    case .content(let content): own + 160 * content.files.count
    case .file(let piece): own + piece.bytes.count
    case .step(.state(let state)): own + 200 * (state.place.nodes.count + state.ids.pages.count)
    case .step(.input(let input)): own + 16 * input.followers.count + input.action.memorySize
    case .step: own
    case .mark(let text), .said(let text): own + text.utf8.count
    }
  }
}

extension SessionAction {
  fileprivate var memorySize: Int {
    switch self {
    case .command, .tap, .release: 32
    case .follow(_, let link): 32 + link.utf8.count
    case .keys(let keys): 32 * (keys.count + 1)
    case .visit(let visit): visit.keys.reduce(64) { $0 + 32 + $1.count }
    case .replay(let steps): 64 * steps.count
    }
  }
}
