package import NavBase
package import NavScene

extension Request {
  package struct Input: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer in whose layout the input is interpreted; nil for none.
    package var viewer: UInt64?
    /// Without a viewer: the terminal size for which the input is interpreted.
    package var viewport: CellSize?
    package var action: SessionAction
    /// The epoch of the scene in which a tap or a release names containers; nil skips the check.
    package var epoch: UInt64?

    /// The longest address of a link, in bytes.
    package static let linkByteLimit = 2_048

    /// The most keys of one request.
    package static let maximumKeys = SharedKeys.limit

    /// The most steps of a recording in one request: as many as may be between two of its states.
    package static let maximumSteps = 1_024

    package init(
      session: SessionReference,
      viewer: UInt64? = nil,
      viewport: CellSize? = nil,
      action: SessionAction,
      epoch: UInt64? = nil
    ) {
      self.session = session
      self.viewer = viewer
      self.viewport = viewport
      self.action = action
      self.epoch = epoch
    }
  }

  /// One move of a pan, in one viewer's layout (Sources/README.md, decision 2).
  package struct PanMove: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer's id, above 0.
    package var viewer: UInt64
    package var pan: Pan

    package init(session: SessionReference, viewer: UInt64, _ pan: Pan) {
      self.session = session
      self.viewer = viewer
      self.pan = pan
    }
  }
}

extension Request {
  /// Waits until a condition holds.
  package struct Wait: Hashable, Sendable {
    package var session: SessionReference
    package var condition: Condition
    /// The time limit, reduced to at most `longest`.
    package var timeout: Duration

    package enum Condition: Hashable, Sendable {
      /// Everything up to a version is shown, also content that a command asked for, and no motion is running.
      case settled(version: UInt64)
      /// The current page has this title.
      case page(String)
      /// A text is on the screen of a terminal of this size, at rest.
      case text(String, CellSize)
      case viewers(Int)
      /// The session has this version or a later one.
      case version(UInt64)
    }

    package static let longest = Duration.seconds(60)

    package init(session: SessionReference, condition: Condition, timeout: Duration) {
      self.session = session
      self.condition = condition
      self.timeout = timeout
    }
  }
}

// MARK: On the wire

extension Request.Input: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var session = value?.session ?? .blank
    var (viewer, viewport, epoch) = (value?.viewer, value?.viewport, value?.epoch)
    try archive.message(1, &session)
    try archive.uint64(2, aboveZero: &viewer)
    try archive.message(3, &viewport)
    let member = archive.member(value?.action.member, of: SessionAction.members)
    // A visit and a replay stand behind the epoch, the others before it.
    let isBehind = member == 9 || member == 10
    if isBehind { try archive.uint64(8, aboveZero: &epoch) }
    let action = try SessionAction.coded(value?.action, as: member, &archive)
    if !isBehind { try archive.uint64(8, aboveZero: &epoch) }
    return Self(session: session, viewer: viewer, viewport: viewport, action: action, epoch: epoch)
  }
}

extension SessionAction {
  fileprivate static let members: WireMembers = [4, 5, 6, 7, 9, 10]
  /// The same without replays, which are in no recording.
  static let recorded: WireMembers = [4, 5, 6, 7, 9]

  /// Codes the member of a `oneof`.
  static func coded(
    _ value: Self?,
    of members: WireMembers,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    try coded(value, as: archive.member(value?.member, of: members), &archive)
  }

  /// The number of its field.
  fileprivate var member: Int {
    switch self {
    case .command: 4
    case .keys: 5
    case .tap, .follow: 6
    case .release: 7
    case .visit: 9
    case .replay: 10
    }
  }

  fileprivate static func coded(
    _ value: Self?,
    as member: Int?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    switch member {
    case 4:
      var command: SessionCommand?
      if case .command(let given) = value { command = given }
      return .command(try archive.message(4, command))
    case 5:
      var keys: [Key] = []
      if case .keys(let given) = value { keys = given }
      try archive.message(5) { archive throws(WireError) in
        try archive.keys(1, &keys)
      }
      return .keys(keys)
    case 6:
      var (container, row, link) = (UInt32(0), Int?.none, "")
      switch value {
      case .tap(let tapped, let number): (container, row) = (tapped.rawValue, number)
      case .follow(let page, let address): (container, link) = (page.rawValue, address)
      default: break
      }
      try archive.message(6) { archive throws(WireError) in
        try archive.uint32(1, &container)
        try archive.uint32(2, fromOne: &row)
        try archive.string(3, &link)
      }
      let limit = Request.Input.linkByteLimit
      try archive.limit(
        link.utf8.count <= limit,
        "a link of \(link.utf8.count) bytes; at most \(limit) are read"
      )
      let id = ContainerID(rawValue: container)
      return link.isEmpty ? .tap(id, row: row) : .follow(id, link: link)
    case 7:
      var end: PanEnd?
      if case .release(let given) = value { end = given }
      return .release(try archive.message(7, end))
    case 9:
      var visit: Visit?
      if case .visit(let given) = value { visit = given }
      return .visit(try archive.message(9, visit))
    case 10:
      var steps: [RecordedStep] = []
      if case .replay(let given) = value { steps = given }
      try archive.message(10) { archive throws(WireError) in
        try archive.messages(1, &steps)
      }
      let limit = Request.Input.maximumSteps
      try archive.limit(
        steps.count <= limit,
        "\(steps.count) steps of a recording; at most \(limit) in a request"
      )
      return .replay(steps)
    default:
      throw WireError("an input of an unknown kind; the daemon may be older than the client")
    }
  }
}

extension WireArchive {
  /// Keys by their names.
  fileprivate mutating func keys(_ field: Int, _ keys: inout [Key]) throws(WireError) {
    var names = keys.map(\.name)
    try strings(field, &names)
    guard !Self.isWriter else { return }
    try limit(
      names.count <= Request.Input.maximumKeys,
      "\(names.count) keys; at most \(Request.Input.maximumKeys) in a request"
    )
    for name in names {
      guard let key = Key(name: name) else {
        throw WireError(impossible: "'\(name.prefix(40))' names no key")
      }
      keys.append(key)
    }
  }

  /// A text typed by a user (`commandText`).
  mutating func string(_ field: Int, command text: inout String) throws(WireError) {
    try string(field, &text)
    if !Self.isWriter { text = try commandText(text) }
  }
}

/// Sanitises a text typed by a user, so that it is safe to show to others.
///
/// - Throws: `WireError` if it is too long before or after sanitising.
package func commandText(_ text: String) throws(WireError) -> String {
  let safe = sanitized(text)
  let length = max(text.utf8.count, safe.utf8.count)
  guard length <= SessionCommand.textLimit else {
    throw WireError(impossible: "a text of \(length) bytes; at most \(SessionCommand.textLimit)")
  }
  return safe
}

extension SessionCommand: WireMessage {
  /// The commands without an argument, by their numbers.
  private static let plain: [UInt32: SessionCommand] = Dictionary(
    uniqueKeysWithValues: CommandTable.entries.compactMap { entry in
      guard case .none(.session(let command)) = entry.argument else { return nil }
      return (command.traits.number, command)
    }
  )

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    let traits = value?.traits
    var (kind, argument, text) = (traits?.number ?? 0, traits?.argument ?? 0, traits?.text ?? "")
    try archive.uint32(1, &kind)
    try archive.uint32(2, &argument)
    try archive.string(3, &text)
    if let value { return value }
    return try Self(kind: kind, argument: argument, text: text)
  }

  private init(kind: UInt32, argument: Int, text: String) throws(WireError) {
    switch kind {
    case 8: self = .goTo(argument)
    case 12:
      guard Self.tabNumbers.contains(argument) else {
        throw WireError(
          impossible: "tab \(argument); only tabs 1 to \(Self.tabNumbers.upperBound) can be named"
        )
      }
      self = .tab(argument)
    case 14: self = .search(try commandText(text))
    case 17: self = .filter(try commandText(text))
    case 19:
      let sort = TreeSort.allCases.first { Int($0.number) + 1 == argument }
      guard argument == 0 || sort != nil else { throw TreeSort.unknown }
      self = .sort(sort)
    case 24:
      guard argument <= 2 else {
        throw WireError(impossible: "line numbers \(argument); they are 0, 1 or 2")
      }
      self = .view(.numbers(argument == 0 ? nil : argument == 1))
    case 25:
      guard argument <= PreviewMode.allCases.count else {
        throw WireError(impossible: "a preview of kind \(argument); there are 0 to 3")
      }
      self = .view(.preview(argument == 0 ? nil : PreviewMode.allCases[argument - 1]))
    case 33:
      guard argument <= BuiltInTheme.allCases.count else {
        throw WireError("theme \(argument); the daemon may be older than the client")
      }
      self = .theme(argument == 0 ? nil : BuiltInTheme.allCases[argument - 1])
    case 34:
      guard argument <= 1 else {
        throw WireError("a mark of kind \(argument); the daemon may be older than the client")
      }
      self = .timeMark(try commandText(text), isSaid: argument == 1)
    default:
      guard let command = Self.plain[kind] else {
        throw WireError("a command of an unknown kind; the daemon may be older than the client")
      }
      self = command
    }
  }
}

extension Visit: WireFields {
  package static var blank: Self { Self([]) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.bytes(1, &keys)
    let count = keys.reduce(0) { $0 + $1.count }
    try archive.check(
      keys.count <= Self.keyLimit && count <= Self.byteLimit,
      "a way of \(keys.count) keys and \(count) bytes; at most \(Self.keyLimit) and \(Self.byteLimit)"
    )
    try archive.bool(2, &selects)
    try archive.string(3, command: &search)
    var match = Int?.some(match)
    try archive.uint32(4, fromOne: &match)
    self.match = match ?? 0
  }
}

// MARK: Pans

extension Request.PanMove: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (session, viewer) = (value?.session ?? .blank, value?.viewer ?? 0)
    try archive.message(1, &session)
    try archive.uint64(2, &viewer)
    try archive.check(viewer > 0, "a pan that names no viewer: attach first")
    let pan = try Pan.coded(value?.pan, from: 3, &archive)
    return Self(session: session, viewer: viewer, pan)
  }
}

extension PanEnd: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    let move = try Pan.coded(value?.move, from: 1, &archive)
    var thousandths = Int64(((value?.velocity ?? 0) * 1_000).rounded())
    var isCancelled = value?.isCancelled ?? false
    try archive.sint64(
      5,
      &thousandths,
      within: maximumVelocity,
      "a velocity",
      "thousandths of a cell a second"
    )
    try archive.bool(6, &isCancelled)
    return Self(move, velocity: Double(thousandths) / 1_000, isCancelled: isCancelled)
  }
}

extension Pan {
  /// Codes the four fields of a pan, in the message that has it.
  fileprivate static func coded(
    _ value: Self?,
    from field: Int,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var gesture = value?.gesture ?? 0
    var container = value?.container.rawValue ?? 0
    var translation = Int64(value?.translation ?? 0)
    try archive.uint64(field, &gesture)
    try archive.check(gesture > 0, "a pan without a number; gestures count from 1")
    try archive.uint32(field + 1, &container)
    try archive.check(container > 0, "a pan on no container; name the one that was hit")
    let axis = try archive.enumeration(field + 2, value?.axis) { _ in
      WireError("a pan on an unknown axis; it is horizontal or vertical")
    }
    try archive.sint64(
      field + 3,
      &translation,
      within: maximumTranslation,
      "a translation",
      "cells"
    )
    return Self(
      gesture: gesture,
      container: ContainerID(rawValue: container),
      axis: axis,
      translation: Int(translation)
    )
  }
}

extension PanAxis: WireEnumeration {}

extension WireArchive {
  fileprivate mutating func sint64(
    _ field: Int,
    _ value: inout Int64,
    within bound: Int,
    _ name: String,
    _ unit: String
  ) throws(WireError) {
    try sint64(field, &value)
    // Compared without `abs`, which traps for the smallest number.
    try limit(
      (-Int64(bound)...Int64(bound)).contains(value),
      "\(name) of \(value) \(unit); at most \(bound) either way"
    )
  }
}

extension Request.Wait: WireMessage {
  private static let members: WireMembers = [2, 3, 4, 5, 8]

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var session = value?.session ?? .blank
    var (viewport, timeout) = (CellSize?.none, value?.timeout ?? .zero)
    if case .text(_, let size) = value?.condition { viewport = size }
    try archive.message(1, &session)
    let member = archive.member(value?.condition.member, of: members)
    // A version stands behind the other fields, the other conditions before them.
    var condition: Condition?
    if member != 8 { condition = try .coded(value?.condition, as: member, &archive) }
    try archive.message(6, &viewport)
    try archive.milliseconds32(7, &timeout)
    if member == 8 { condition = try .coded(value?.condition, as: member, &archive) }
    if case .text(let text, _) = condition {
      condition = .text(text, viewport ?? .standardTerminal)
    }
    guard let condition else {
      throw WireError("a wait for an unknown condition; the daemon may be older than the client")
    }
    return Self(session: session, condition: condition, timeout: min(timeout, longest))
  }
}

extension Request.Wait.Condition {
  /// The number of its field.
  fileprivate var member: Int {
    switch self {
    case .settled: 2
    case .page: 3
    case .text: 4
    case .viewers: 5
    case .version: 8
    }
  }

  fileprivate static func coded(
    _ value: Self?,
    as member: Int?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self? {
    // A member is written even if it has the default of its type.
    var (number, text, count) = (UInt64?.some(0), String?.some(""), UInt32?.some(0))
    switch value {
    case .settled(let version), .version(let version): number = version
    case .page(let given), .text(let given, _): text = given
    case .viewers(let given): count = UInt32(clamping: given)
    case nil: break
    }
    switch member {
    case 2:
      try archive.uint64(2, &number)
      return .settled(version: number ?? 0)
    case 3:
      try archive.string(3, &text)
      return .page(text ?? "")
    case 4:
      try archive.string(4, &text)
      return .text(text ?? "", .standardTerminal)
    case 5:
      try archive.uint32(5, &count)
      return .viewers(Int(count ?? 0))
    case 8:
      try archive.uint64(8, &number)
      return .version(number ?? 0)
    default: return nil
    }
  }
}
