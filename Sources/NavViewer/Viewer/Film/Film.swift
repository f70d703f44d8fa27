package import NavBase
import NavScene
package import NavWire

/// A recording on the screen of one viewer, moment by moment, in the time of the recording.
///
/// Laws: each moment shows what a viewer shows that gets the same messages at the same times; between two moments is at
/// least the time of a frame; the last moment shows the last scene at rest. The same messages make the same film.
package struct Film {
  /// A frame of the film, shown from its time until that of the next one.
  package struct Moment {
    package let time: Duration
    /// When the motion began that led here.
    let start: Duration
    let screen: Screen
    let canvas: Canvas
    /// The rows that may differ from the moment before.
    let damage: RowSet
    let colors: Theme
    /// The replacements of the terminal's default colours.
    let page: CellStyle
    /// The version of the session.
    let version: UInt64
    let isAtRest: Bool
  }

  /// Makes a text of a film, piece by piece.
  package protocol Writer {
    /// The most moments in a second that are of use.
    static var framesPerSecond: Int { get }

    /// The text before all others.
    var beginning: String { get }
    /// Adds a moment.
    mutating func add(_ moment: Moment) -> String
    /// Adds a mark of the recording.
    mutating func mark(_ name: String, at time: Duration) -> String
    /// Adds a line about what is seen: what was said, or who moves the session.
    mutating func note(_ text: String, at time: Duration) -> String
    /// Ends the film.
    mutating func end(at time: Duration) -> String
  }

  private var screen: Screen
  /// The theme of all moments; nil for the one that the content asks for.
  private let chosen: Theme?
  private var colors: Theme
  private var theme: ResolvedTheme
  private var live: LiveScreen
  private var replica: Replica?
  private let interval: Duration
  private var now = Duration.zero
  /// The time before which there is no other moment.
  private var due = Duration.zero
  /// Whether something has changed that is to be shown then.
  private var isWaiting = false
  /// When the last message came.
  private var start = Duration.zero
  private var wasAtRest = false
  /// The entries that are not passed: their marks and sentences are in the film.
  private var entries: ArraySlice<JournalEntry>
  /// The last name among those that are passed.
  private var mover: ViewerName?

  /// - Parameters:
  ///   - name: the name that the status line shows.
  ///   - size: the size of the screen.
  ///   - theme: the theme; nil for the one that the content asks for, else a dark one.
  ///   - entries: those of the recording.
  ///   - framesPerSecond: the most moments in a second.
  private init(
    _ name: String,
    _ size: CellSize,
    theme: Theme?,
    entries: [JournalEntry],
    framesPerSecond: Int
  ) {
    screen = Screen(session: name, invitation: "", scene: nil, size: size)
    screen.local.isFilmed = true
    chosen = theme
    colors = theme ?? .dark
    self.theme = ResolvedTheme(colors, depth: .truecolor)
    live = LiveScreen(self.theme)
    self.entries = entries[...]
    interval = .nanoseconds(1_000_000_000 / framesPerSecond)
  }

  /// Makes the film of a recording.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - messages: what `navd replay` writes for it and a size.
  ///   - name: the name that the status line shows.
  ///   - size: the size.
  ///   - theme: the theme; nil for the one that the content asks for, else a dark one.
  ///   - writer: makes the text of it.
  ///   - write: called with the pieces of the text.
  /// - Throws: if the messages are cut off or damaged.
  package static func make<Written: Writer>(
    of recording: Recording,
    _ messages: [UInt8],
    as name: String,
    in size: CellSize,
    theme: Theme? = nil,
    by writer: Written,
    _ write: (String) throws -> Void
  ) throws {
    var film = Film(
      name,
      size,
      theme: theme,
      entries: recording.entries,
      framesPerSecond: Written.framesPerSecond
    )
    var rest = messages[...]
    var writer = writer
    try write(writer.beginning)
    while let message = try TimedMessage(removingFirstOf: &rest) {
      try film.play(until: message.time, &writer, write)
      try film.receive(message)
      try film.show(&writer, write)
    }
    try film.play(until: nil, &writer, write)
    let end = max(recording.duration, film.now)
    try film.passEntries(until: end, &writer, write)
    try write(writer.end(at: end))
  }

  // MARK: Time

  private mutating func receive(_ message: TimedMessage) throws(CorruptUpdate) {
    (now, start) = (message.time, message.time)
    switch message.message {
    case .snapshot(let snapshot), .keyframe(let snapshot):
      replica = try Replica(snapshot, now: now)
    case .update(let update):
      guard replica?.receive(update, now: now) == .applied else {
        throw CorruptUpdate("an update does not follow the one before")
      }
    case .beat, .bye: break
    }
  }

  /// Plays what happens before a time; nil for to the end.
  private mutating func play(
    until end: Duration?,
    _ writer: inout some Writer,
    _ write: (String) throws -> Void
  ) throws {
    while true {
      let times = [replica?.nextFrameTime, isWaiting ? due : nil].compactMap(\.self)
      guard let next = times.min(), end.map({ next < $0 }) ?? true else { return }
      now = max(now, next)
      try show(&writer, write)
    }
  }

  /// Shows the present scene, as soon as that may be.
  private mutating func show(
    _ writer: inout some Writer,
    _ write: (String) throws -> Void
  ) throws {
    screen.scene = try replica?.scene(at: now)
    isWaiting = now < due
    guard !isWaiting, let replica, let scene = screen.scene else { return }
    let isAtRest = replica.nextFrameTime == nil
    defer { wasAtRest = isAtRest }
    follow(scene.theme)
    let isChanged = live.compare(with: screen)
    if isChanged { live.paint(screen) }
    guard isChanged || isAtRest && !wasAtRest else { return }
    due = now + interval
    try passEntries(until: now, &writer, write)
    let moment = Moment(
      time: now,
      start: start,
      screen: screen,
      canvas: live.canvas,
      damage: live.damage,
      colors: colors,
      page: theme.page,
      version: replica.version,
      isAtRest: isAtRest
    )
    try write(writer.add(moment))
  }

  private mutating func passEntries(
    until end: Duration,
    _ writer: inout some Writer,
    _ write: (String) throws -> Void
  ) throws {
    while let entry = entries.first, entry.time <= end {
      entries.removeFirst()
      switch entry.event {
      case .mark(let name): try write(writer.mark(name, at: entry.time))
      case .said(let text): try write(writer.note("Said: \(text)", at: entry.time))
      case .step(.input):
        guard let name = entry.name, name != mover else { continue }
        mover = name
        try write(writer.note("Moved by \(name)", at: entry.time))
      case .content, .file, .step: break
      }
    }
  }

  /// Takes the theme that the content asks for, unless one is chosen.
  private mutating func follow(_ wish: BuiltInTheme) {
    guard chosen == nil else { return }
    let next = Theme.named(wish.name).flatMap { $0[.page].ground != nil ? $0 : nil } ?? .dark
    guard next != colors else { return }
    colors = next
    theme = ResolvedTheme(next, depth: .truecolor)
    live = LiveScreen(theme)
  }
}

extension Film.Writer {
  /// Notes are no part of what is seen.
  package mutating func note(_ text: String, at time: Duration) -> String { "" }
}

extension Duration {
  /// The time as people read it: `5:07`, `1:05:07`.
  var clockText: String { TalkTime.clock(Int(components.seconds)) }

  /// The whole units of a length in it.
  func count(of unit: Duration) -> Int { Int(nanoseconds / unit.nanoseconds) }
}
